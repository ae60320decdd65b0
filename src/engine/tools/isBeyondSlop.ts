import { distance } from '../geometry/vector';
import type { PointerInput } from './input';

/** How far a pointer may tremble before a press becomes a drag; screen pixels. */
const SLOP = { mouse: 3, pen: 5, touch: 8 } as const;

/** Whether a pointer has moved on from where it was pressed. */
export const isBeyondSlop = (press: PointerInput, now: PointerInput): boolean =>
  distance(now.point, press.point) >= SLOP[now.pointerType];
