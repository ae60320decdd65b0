import { EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Size } from '../../geometry/viewport';
import type { CardPainter } from '../../render/card/BodyPainter';
import { flowRow } from '../flows';
import { input, output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { noText } from '../pictureOf';

const RADIUS = 15;
const HOLE = 6;

/** Paints a short piece of the edge with a ring on it, in the edge's colour. */
const paintReroute: CardPainter = (ctx, node, { size }, _state, { theme, detail, kinds }) => {
  const { colour } = flowRow(kinds.handlesOf(node)[0]?.flow);
  const { width, height } = size;
  ctx.fillStyle = theme[colour];
  ctx.fillRect(0, (height - EDGE_WIDTH) / 2, width, EDGE_WIDTH);
  ctx.beginPath();
  ctx.arc(width / 2, height / 2, RADIUS, 0, 2 * Math.PI);
  ctx.fill();
  if (detail === 'low') return;
  ctx.beginPath();
  ctx.arc(width / 2, height / 2, HOLE, 0, 2 * Math.PI);
  ctx.fillStyle = theme.surface;
  ctx.fill();
};

/** Three steps of the grid, so that its handles are level with those of the cards. */
const SIZE: Size = { width: 45, height: 45 };
const WORDS = [input('text'), output('text')];
const PICTURES = [input('image'), output('image')];

/** A dot that an edge is led over: what comes in goes on, of the one flow that `data.flow` names. */
export const reroute: NodeKind = {
  type: 'reroute',
  flow: null,
  passesOn: true,
  handles: ({ data }) => (data.flow === 'image' ? PICTURES : WORDS),
  size: SIZE,
  newData: () => ({ flow: 'text' }),
  layout: (_node, plain) => plain,
  paintCard: paintReroute,
  textOf: noText,
};
