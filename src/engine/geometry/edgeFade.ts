import { boundsOf, inflate, type Box } from './box';
import { EDGE_CORNER_RADIUS, EDGE_WIDTH } from './edgeRoute';
import type { Vector } from './vector';

/**
 * The longest edge that is drawn in full colour; screen pixels. Half of a common laptop's screen (1440 wide): both ends of a shorter one
 * are seen at a glance, and nobody has to follow it.
 */
const COMFORTABLE = 720;
/** How much longer it is when its middle is as faint as it becomes: dragging a card over the limit is to switch nothing. */
const EASE = 240;
/** How far an end stays in full colour, about half a card, so that it tells which handle is meant; screen pixels. */
const END = 120;
/** Distance over which it then fades, long enough not to look like an edge; screen pixels. */
const RAMP = 96;
/** A ramp is straight: so far from a corner nothing of the corner's outline reaches into it; world pixels. */
const CORNER_ROOM = EDGE_WIDTH / 2 + EDGE_CORNER_RADIUS;

/** One end of an edge that fades. */
export interface FadingEnd {
  /** Its corners from the handle on, in full colour. */
  readonly route: readonly Vector[];
  /** The point at which it is as faint as its middle, straight on from the last corner. */
  readonly until: Vector;
  /** Box around all of it. */
  readonly box: Box;
}

/** How an edge fades between its ends. */
export interface EdgeFade {
  /** Share of the largest fading that the middle has: above 0, and 1 at most. */
  readonly share: number;
  readonly ends: readonly [FadingEnd, FadingEnd];
}

/** The way between two corners of a route: one of its two sides is 0. */
const stepLength = (from: Vector, to: Vector): number => Math.abs(to.x - from.x) + Math.abs(to.y - from.y);

function lengthOf(route: readonly Vector[]): number {
  let length = 0;
  let previous: Vector | undefined;
  for (const corner of route) {
    if (previous) length += stepLength(previous, corner);
    previous = corner;
  }
  return length;
}

/** Whether an edge is longer than is comfortable to follow. */
export const isLongEdge = (route: readonly Vector[], zoom: number): boolean => lengthOf(route) * zoom > COMFORTABLE;

/** Worked out once for a view, not in each frame of a pan: the scene remembers its routes. */
const known = new WeakMap<readonly Vector[], { readonly zoom: number; readonly fade: EdgeFade | null }>();

/** How an edge with this route fades; null for one that is comfortable to follow, or has no straight part to fade on. */
export function edgeFade(route: readonly Vector[], zoom: number): EdgeFade | null {
  const before = known.get(route);
  if (before?.zoom === zoom) return before.fade;
  if (!isLongEdge(route, zoom)) return null;
  const fade = fadeOf(route, zoom);
  known.set(route, { zoom, fade });
  return fade;
}

function fadeOf(route: readonly Vector[], zoom: number): EdgeFade | null {
  const length = lengthOf(route);
  const first = fadingEnd(route, zoom);
  const last = fadingEnd(route.toReversed(), zoom);
  if (!first || !last || first.reach + last.reach > length) return null;
  return { share: Math.min(1, (length * zoom - COMFORTABLE) / EASE), ends: [first, last] };
}

/** The end at the route's beginning, and how far along the route it reaches; on its first straight part that has room. */
function fadingEnd(route: readonly Vector[], zoom: number): (FadingEnd & { readonly reach: number }) | null {
  const ramp = RAMP / zoom;
  let passed = 0;
  for (const [index, to] of route.entries()) {
    const from = route[index - 1];
    if (!from) continue;
    const length = stepLength(from, to);
    const start = Math.max(END / zoom - passed, index > 1 ? CORNER_ROOM : 0);
    const room = length - (index < route.length - 1 ? CORNER_ROOM : 0);
    if (start + ramp <= room) {
      const at = (way: number): Vector => ({
        x: from.x + ((to.x - from.x) * way) / length,
        y: from.y + ((to.y - from.y) * way) / length,
      });
      const full = [...route.slice(0, index), at(start)];
      const until = at(start + ramp);
      const bounds = boundsOf([...full, until]) ?? { ...until, width: 0, height: 0 };
      return { route: full, until, box: inflate(bounds, EDGE_WIDTH / 2), reach: passed + start + ramp };
    }
    passed += length;
  }
  return null;
}
