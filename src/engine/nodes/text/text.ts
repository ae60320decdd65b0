import { paintTextBody } from '../../render/card/paintTextBody';
import { HEADER_HEIGHT, PADDING } from '../cardLayout';
import { itemText } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { lengthOr } from '../nodeSize';
import { textPart } from '../requestParts';

const WIDTH = 220;
const HEIGHT = 120;

/** A text with a name and a size of its own. */
export const text: NodeKind = {
  type: 'text',
  flow: 'text',
  handles: [output('text')],
  size: ({ data }) => ({ width: lengthOr(data.width, WIDTH), height: lengthOr(data.height, HEIGHT) }),
  layout: (_node, plain) => {
    const { width, height } = plain.size;
    const value = {
      x: PADDING,
      y: HEADER_HEIGHT,
      width: width - 2 * PADDING,
      height: Math.max(24, height - HEADER_HEIGHT - PADDING),
    };
    // Its header has no button.
    const name = { ...plain.title, width: width - plain.title.x - PADDING };
    return {
      ...plain,
      fields: [
        { name: 'name', box: name, isMultiline: false },
        { name: 'value', box: value, isMultiline: true },
      ],
    };
  },
  paintBody: paintTextBody,
  nameOf: ({ data }) => itemText(data.name),
  plainText: ({ data }) =>
    [itemText(data.name), itemText(data.value)].filter((words) => words.trim() !== '').join('\n'),
  writesOn: 'keyAndAdding',
  mentions: true,
  requestPart: textPart,
};
