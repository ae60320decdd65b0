import type { Box } from '../geometry/box';

/** The largest part of a picture, about its centre, that has the proportions of the place it shall cover. */
export function coverFit(picture: { readonly width: number; readonly height: number }, place: Box): Box {
  const scale = Math.max(place.width / picture.width, place.height / picture.height);
  const width = place.width / scale;
  const height = place.height / scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}
