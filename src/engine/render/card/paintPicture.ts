import type { Box } from '../../geometry/box';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

/** The largest box about the middle of a place that has a picture's proportions: all of the picture, nothing cut away. */
export function containFit(picture: { readonly width: number; readonly height: number }, place: Box): Box {
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}

/** The result of painting: the picture, nothing yet, or that it cannot be read. */
export type PictureOutcome = 'painted' | 'loading' | 'broken';

/** Paints a picture whole, as large as its place allows, about its middle. Rounded corners are the caller's clip. */
export function paintPicture(ctx: Painter2D, url: string, place: Box, environment: PaintEnvironment): PictureOutcome {
  const { pictures, scale, isHurried } = environment;
  const picture = pictures.get(url, Math.ceil(Math.max(place.width, place.height) * scale), isHurried);
  if (picture === 'loading' || picture === 'broken') return picture;
  if (picture.width < 1 || picture.height < 1) return 'broken';
  const to = containFit(picture, place);
  // The source and the context come from one canvas implementation; only it knows the bitmap's type.
  const bitmap = picture.bitmap as never;
  ctx.drawImage(bitmap, 0, 0, picture.width, picture.height, to.x, to.y, to.width, to.height);
  return 'painted';
}
