import type { View } from '../geometry/View';
import type { WheelInput } from './input';

/** How fast the wheel zooms: one notch (100 px) is about 1.22 times. */
const WHEEL_ZOOM = 0.002;

/** Zooms to the pointer with the primary key, else pans. */
export function turnWheel(view: View, { point, deltaX, deltaY, primary, shift }: WheelInput): void {
  if (primary) view.zoomBy(Math.exp(-deltaY * WHEEL_ZOOM), point);
  // A wheel without a sideways axis pans sideways with shift, as everywhere else.
  else if (shift && deltaX === 0) view.panBy({ x: -deltaY, y: 0 });
  else view.panBy({ x: -deltaX, y: -deltaY });
}
