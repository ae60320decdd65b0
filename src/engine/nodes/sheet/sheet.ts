import { headerButton, resizeCorner } from '../cardLayout';
import { input } from '../handles';
import type { NodeKind } from '../NodeKind';
import { lengthOr } from '../nodeSize';
import { noText } from '../pictureOf';
import { paintSheetBody, paintMediumSheet } from './paintSheetBody';

const WIDTH = 480;
const HEIGHT = 360;

/** The pictures of the image node at its left as a table, one for each cell of the lists whose words go one by one. */
export const sheet: NodeKind = {
  type: 'sheet',
  flow: 'image',
  handles: [input('image')],
  size: ({ data }) => ({ width: lengthOr(data.width, WIDTH), height: lengthOr(data.height, HEIGHT) }),
  leastSize: { width: 240, height: 180 },
  newData: () => ({ width: WIDTH, height: HEIGHT }),
  layout: (_node, plain) => ({
    ...plain,
    actions: { enlarge: headerButton(plain.size) },
    corner: resizeCorner(plain.size),
  }),
  paintBody: paintSheetBody,
  paintMediumBody: paintMediumSheet,
  textOf: noText,
  isSheet: true,
};
