import type { BodyPainter } from '../../render/card/BodyPainter';
import { paintLabelButton } from '../../render/card/paintButtons';
import { isSeen } from '../../render/card/PaintEnvironment';
import { paintTextBody } from '../../render/card/paintTextBody';
import { rowsIcon } from '../../render/shapes/icons';
import { itemText } from '../categoryItems';
import { HEADER_HEIGHT, PADDING } from '../cardLayout';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { textPart } from '../requestParts';

/** The person's words or the placeholder, and 'Convert to category', quiet while there is nothing to convert. */
const paintTextPromptBody: BodyPainter = (ctx, node, layout, state, environment) => {
  paintTextBody(ctx, node, layout, state, environment);
  const { convert } = layout.actions;
  if (!convert || !isSeen(state, convert)) return;
  const { theme, words } = environment;
  const isConverting = state.run?.state === 'running';
  const isQuiet = isConverting || environment.kinds.textOf(node).trim() === '';
  paintLabelButton(ctx, convert, rowsIcon, isConverting ? words.converting : words.convert, isQuiet, theme);
};

/** A person's words, which can be split into a category. */
export const textPrompt: NodeKind = {
  type: 'textPrompt',
  flow: 'text',
  handles: [output('text')],
  size: { width: 220, height: 195 },
  layout: (_node, plain) => {
    const width = plain.size.width - 2 * PADDING;
    const value = { x: PADDING, y: HEADER_HEIGHT, width, height: 107 };
    const convert = { x: PADDING, y: 155, width, height: 30 };
    return { ...plain, actions: { convert }, fields: [{ name: 'value', box: value, isMultiline: true }] };
  },
  paintBody: paintTextPromptBody,
  labelOf: ({ data }) => itemText(data.value),
  plainText: ({ data }) => itemText(data.value),
  writesOn: 'keyAndAdding',
  mentions: true,
  convertsTo: 'category',
  requestPart: textPart,
  palette: { panel: 'text', from: 'person' },
};
