import { zoomTo, type Camera } from '../geometry/camera';
import type { WheelInput } from './input';

/** How fast the wheel zooms: one notch (100 px) is about 1.22 times. */
const WHEEL_ZOOM = 0.002;

/** Where the camera goes by a turn of the wheel: it zooms to the pointer with the primary key, else it pans. */
export function afterWheel(camera: Camera, input: WheelInput): Camera {
  if (input.primary) return zoomTo(camera, input.point, camera.zoom * Math.exp(-input.deltaY * WHEEL_ZOOM));
  // A wheel without a sideways axis pans sideways with shift, as everywhere else.
  const isSideways = input.shift && input.deltaX === 0;
  const [deltaX, deltaY] = isSideways ? [input.deltaY, 0] : [input.deltaX, input.deltaY];
  return { x: camera.x - deltaX, y: camera.y - deltaY, zoom: camera.zoom };
}
