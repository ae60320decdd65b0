import { PADDING, resizeCorner } from '../cardLayout';
import { itemText } from '../categoryItems';
import type { NodeKind } from '../NodeKind';
import { lengthOr } from '../nodeSize';
import { paintNoteCard } from './paintNoteCard';

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
