import type { CardPainter } from '../../render/card/BodyPainter';
import { paintMediumText } from '../../render/card/mediumBodies';
import { paintCorner } from '../../render/card/paintCorner';
import { CARD_RADIUS } from '../../render/card/paintCardSurface';
import { paintTextBody } from '../../render/card/paintTextBody';
import { fillTinted } from '../../render/shapes/fillTinted';
import { PADDING, resizeCorner } from '../cardLayout';
import { itemText } from '../categoryItems';
import type { NodeKind } from '../NodeKind';
import { lengthOr } from '../nodeSize';

const PAPER_ALPHA = 0.22;
const LINE_ALPHA = 0.55;

/** A sheet of paper with words, in no colour that anything flows in. */
const paintNoteCard: CardPainter = (ctx, node, layout, state, environment) => {
  const { theme, detail, kinds } = environment;
  const { width, height } = layout.size;
  const paper = theme.frames.yellow;
  if (detail === 'low') {
    fillTinted(ctx, layout.size, theme.surface, paper);
    return;
  }
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, width - 1, height - 1, CARD_RADIUS / 2);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.globalAlpha = PAPER_ALPHA;
  ctx.fillStyle = paper;
  ctx.fill();
  ctx.globalAlpha = LINE_ALPHA;
  ctx.strokeStyle = paper;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (detail === 'medium') {
    ctx.fillStyle = theme.faint;
    paintMediumText(ctx, { ...layout, body: { x: 0, y: 10, width, height: height - 20 } }, kinds.textOf(node));
    return;
  }
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  paintTextBody(ctx, node, layout, state, environment);
  paintCorner(ctx, layout, theme.muted);
};

const WIDTH = 240;
const HEIGHT = 150;

/** Words on the canvas for people: nothing flows in or out of it. */
export const note: NodeKind = {
  type: 'note',
  flow: null,
  handles: [],
  size: ({ data }) => ({ width: lengthOr(data.width, WIDTH), height: lengthOr(data.height, HEIGHT) }),
  leastSize: { width: 90, height: 60 },
  newData: () => ({ value: '', width: WIDTH, height: HEIGHT }),
  layout: (_node, plain) => {
    const { width, height } = plain.size;
    const value = { x: PADDING, y: PADDING, width: width - 2 * PADDING, height: Math.max(20, height - 2 * PADDING) };
    return {
      ...plain,
      fields: [{ name: 'value', box: value, isMultiline: true }],
      corner: resizeCorner(plain.size),
    };
  },
  paintCard: paintNoteCard,
  labelOf: ({ data }) => itemText(data.value),
  plainText: ({ data }) => itemText(data.value),
  writesOn: 'keyAndAdding',
};
