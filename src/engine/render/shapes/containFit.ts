import type { Box } from '../../geometry/box';

/** The largest box about the middle of a place that has a picture's proportions: all of the picture, nothing cut away. */
export function containFit(picture: { readonly width: number; readonly height: number }, place: Box): Box {
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}
