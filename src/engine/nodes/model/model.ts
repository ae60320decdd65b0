import type { BodyPainter } from '../../render/card/BodyPainter';
import { paintFailure, paintLoading } from '../../render/card/paintRun';
import { paintWell } from '../../render/card/paintWell';
import { drawParagraph } from '../../render/shapes/drawings';
import { fontsOf } from '../../render/text/fonts';
import { LINE_HEIGHT, paintLines } from '../../render/text/paintLines';
import { wrapText } from '../../render/text/wrapText';
import { headerButton } from '../cardLayout';
import { itemText } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';
import { TEXT_PLACEHOLDER_URL, textPart } from '../requestParts';

const MARGIN = 12;

/** A text model's preview: its text, its run, or the faint drawing of a paragraph. */
const paintModelBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const { body } = layout;
  const { theme } = environment;
  const text = environment.kinds.textOf(node);
  const isRunning = state.run?.state === 'running';
  paintWell(ctx, body, state.run || text !== '' ? null : drawParagraph, theme);
  if (state.run && isRunning) paintLoading(ctx, body, state.run, false, environment);
  else if (state.run) paintFailure(ctx, layout, state.run, environment);
  else if (text !== '') {
    const { body: font } = fontsOf(theme);
    const maxLines = Math.floor((body.height - 2 * MARGIN) / LINE_HEIGHT);
    const lines = wrapText(ctx, text, body.width - 2 * MARGIN, maxLines, font);
    ctx.font = font;
    ctx.fillStyle = theme.ink;
    paintLines(ctx, lines, body.x + MARGIN, body.y + MARGIN);
  }
};

/** A text model; its run shows only what one would look like. */
export const model: NodeKind = {
  type: 'model',
  flow: 'text',
  handles: [output('text')],
  size: MODEL_SIZE,
  layout: (_node, plain) => ({ ...plain, actions: { run: headerButton(plain.size) } }),
  paintBody: paintModelBody,
  textOf: ({ data }) => {
    const text = itemText(data.value);
    // An address means that no run has really made it: ours, or that of the snapshot's origin.
    const isAddress = text === TEXT_PLACEHOLDER_URL || /^https?:\/\/\S+$/u.test(text);
    return isAddress ? '' : text;
  },
  run: {
    // It is not run while its output is connected (NODE-12).
    whyNot: (document, node) => (document.edgesOutOf(node.id).length === 0 ? null : 'needsFreeOutput'),
    isGeneration: false,
  },
  requestPart: textPart,
  palette: { panel: 'text', from: 'model' },
};
