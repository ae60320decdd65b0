import type { CardPainter } from '../../render/card/BodyPainter';
import { EDGE_WIDTH } from '../../geometry/edgeRoute';
import { flowRow } from '../flows';

const RADIUS = 15;
const HOLE = 6;

/** A joint of the pipe in its own colour. */
export const paintReroute: CardPainter = (ctx, node, { size }, _state, { theme, detail, kinds }) => {
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
