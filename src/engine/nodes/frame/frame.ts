import { HEADER_HEIGHT, headerButton, resizeCorner } from '../cardLayout';
import { itemText } from '../categoryItems';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { lengthOr, MODEL_SIZE } from '../nodeSize';
import { noText } from '../pictureOf';
import { paintFoldedCard } from './paintFoldedCard';
import { paintFrameCard } from './paintFrameCard';

const WIDTH = 480;
const HEIGHT = 330;
const TITLE_INSET = 16;

/** A titled, coloured place behind the cards: what stands in it goes with it, and the pictures in it are given on together. */
export const frame: NodeKind = {
  type: 'frame',
  flow: null,
  isFrame: true,
  handles: [output('image')],
  isFolded: ({ data }) => data.isFolded === true,
  size: ({ data }) =>
    data.isFolded === true ? MODEL_SIZE : { width: lengthOr(data.width, WIDTH), height: lengthOr(data.height, HEIGHT) },
  leastSize: { width: 150, height: 90 },
  newData: () => ({ title: '', colour: 'blue', width: WIDTH, height: HEIGHT, isFolded: false }),
  layout: ({ data }, plain) => {
    const fold = headerButton(plain.size);
    const title = { x: TITLE_INSET, y: 6, width: fold.x - TITLE_INSET - 4, height: HEADER_HEIGHT - 12 };
    return {
      ...plain,
      title,
      fields: [{ name: 'title', box: title, isMultiline: false }],
      fold,
      ...(data.isFolded !== true && { corner: resizeCorner(plain.size) }),
    };
  },
  paintCard: (ctx, node, ...rest) =>
    node.data.isFolded === true ? paintFoldedCard(ctx, node, ...rest) : paintFrameCard(ctx, node, ...rest),
  textOf: noText,
  nameOf: ({ data }) => itemText(data.title),
  plainText: ({ data }) => itemText(data.title),
};
