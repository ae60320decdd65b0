import type { Box } from './box';
import type { Vector } from './vector';

/** The width of an edge and the radius of its corners (CONN-10); world pixels. */
export const EDGE_WIDTH = 16;
export const EDGE_CORNER_RADIUS = 5;
/** How far an edge runs straight out of a handle before it may turn. */
export const STUB = 24;

/**
 * The corners of a smooth-step edge from an output (leaving to the right) to an input (entering from the left).
 * Four corners when the input lies far enough to the right, six when the edge has to turn back.
 */
export function edgeRoute(from: Vector, to: Vector): readonly Vector[] {
  if (from.y === to.y && to.x >= from.x) return [from, to];
  if (to.x - from.x >= 2 * STUB) {
    const middle = (from.x + to.x) / 2;
    return [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  }
  const right = from.x + STUB;
  const left = to.x - STUB;
  const middle = (from.y + to.y) / 2;
  return [from, { x: right, y: from.y }, { x: right, y: middle }, { x: left, y: middle }, { x: left, y: to.y }, to];
}

/**
 * The box around `edgeRoute` of the same points, with this much room on every side. By numbers: it is called for every edge of a document,
 * where making the points costs more than the result.
 */
export function edgeBounds(fromX: number, fromY: number, toX: number, toY: number, room: number): Box {
  const turnsBack = fromY === toY ? toX < fromX : toX - fromX < 2 * STUB;
  const left = turnsBack ? Math.min(fromX, toX - STUB) : Math.min(fromX, toX);
  const right = turnsBack ? Math.max(toX, fromX + STUB) : Math.max(fromX, toX);
  return {
    x: left - room,
    y: Math.min(fromY, toY) - room,
    width: right - left + 2 * room,
    height: Math.abs(fromY - toY) + 2 * room,
  };
}

/** Distance of a point from a line through the corners; Infinity for fewer than two corners. */
export function distanceToRoute(route: readonly Vector[], point: Vector): number {
  let nearest = Infinity;
  for (let index = 1; index < route.length; index++) {
    const a = route[index - 1];
    const b = route[index];
    if (!a || !b) continue;
    const lengthSquared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    const along =
      lengthSquared === 0
        ? 0
        : Math.max(0, Math.min(1, ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / lengthSquared));
    nearest = Math.min(nearest, Math.hypot(a.x + along * (b.x - a.x) - point.x, a.y + along * (b.y - a.y) - point.y));
  }
  return nearest;
}

/** The point half way along the route, where its delete button sits. */
export function middleOfRoute(route: readonly Vector[]): Vector {
  const lengths = route.slice(1).map((b, index) => {
    const a = route[index] ?? b;
    return Math.hypot(b.x - a.x, b.y - a.y);
  });
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    const a = route[index];
    const b = route[index + 1];
    if (!a || !b) break;
    if (left <= length) {
      const share = length === 0 ? 0 : left / length;
      return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    }
    left -= length;
  }
  return route[0] ?? { x: 0, y: 0 };
}

/** The point where two straight lines, from `a` to `b` and from `c` to `d`, cross or touch; null where they do not, and for parallel ones. */
export function crossing(a: Vector, b: Vector, c: Vector, d: Vector): Vector | null {
  const along = { x: b.x - a.x, y: b.y - a.y };
  const across = { x: d.x - c.x, y: d.y - c.y };
  const turn = along.x * across.y - along.y * across.x;
  if (turn === 0) return null;
  const gap = { x: c.x - a.x, y: c.y - a.y };
  const share = (gap.x * across.y - gap.y * across.x) / turn;
  const other = (gap.x * along.y - gap.y * along.x) / turn;
  if (share < 0 || share > 1 || other < 0 || other > 1) return null;
  return { x: a.x + share * along.x, y: a.y + share * along.y };
}

/** The first place along a route where the line from `a` to `b` crosses it. */
export function crossingOfRoute(route: readonly Vector[], a: Vector, b: Vector): Vector | null {
  for (const [index, end] of route.entries()) {
    const start = route[index - 1];
    const at = start && crossing(a, b, start, end);
    if (at) return at;
  }
  return null;
}
