import { HEADER_HEIGHT, headerButton, PADDING, resizeCorner, takesButton } from '../cardLayout';
import { itemText } from '../categoryItems';
import { input, needsInput, output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { lengthOr, MODEL_SIZE } from '../nodeSize';
import { textPart } from '../requestParts';
import { paintWriterBody } from './paintWriterBody';

/** Below the words there is room for what is known of its takes. */
const FOOT = 36;

/** The text model of the server: words and pictures in, words out. People read and copy them, and write over them in no place. */
export const writer: NodeKind = {
  type: 'writer',
  flow: 'text',
  // The text input is at the height of the outputs of such cards: an edge on the grid is straight.
  handles: [input('text', 97.5), input('image', 127.5), output('text')],
  size: ({ data }) => ({
    width: lengthOr(data.width, MODEL_SIZE.width),
    height: lengthOr(data.height, MODEL_SIZE.height),
  }),
  leastSize: MODEL_SIZE,
  layout: ({ data }, plain) => {
    const { size } = plain;
    const box = {
      x: PADDING,
      y: HEADER_HEIGHT + 4,
      width: size.width - 2 * PADDING,
      height: size.height - HEADER_HEIGHT - 4 - FOOT,
    };
    return {
      ...plain,
      actions: { run: headerButton(size), takes: takesButton(size) },
      // Without words Enter runs it.
      fields: itemText(data.value) === '' ? [] : [{ name: 'value', box, isMultiline: true, isReadOnly: true }],
      corner: resizeCorner(size),
    };
  },
  paintBody: paintWriterBody,
  labelOf: ({ data }) => itemText(data.value),
  plainText: ({ data }) => itemText(data.value),
  run: { whyNot: needsInput, isGeneration: true, writes: true },
  requestPart: textPart,
  palette: { panel: 'text', from: 'textModel' },
};
