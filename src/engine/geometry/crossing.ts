import type { Vector } from './vector';

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
