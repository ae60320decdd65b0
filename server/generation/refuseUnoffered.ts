import type { GenerateImage } from '../../src/api/contract';
import { ApiError } from '../errors';
import { PICTURES_A_JOB } from './ports';
import type { ImageAbilities } from './ports';

const NOTHING: ImageAbilities = { aspectRatios: [], countMax: PICTURES_A_JOB };

/** Throws ApiError 400 for a shape or a number of pictures that the engine does not make: nothing is left out silently. */
export function refuseUnoffered(
  { aspectRatio, count = 1 }: Pick<GenerateImage, 'aspectRatio' | 'count'>,
  { aspectRatios, countMax }: ImageAbilities = NOTHING,
): void {
  if (aspectRatio !== undefined && !aspectRatios.includes(aspectRatio)) {
    const offered = aspectRatios.length === 0 ? 'no shape of choice' : aspectRatios.join(', ');
    throw new ApiError(400, 'notOffered', `This picture engine does not make this aspect ratio. It makes ${offered}.`);
  }
  if (count > countMax) {
    throw new ApiError(400, 'notOffered', `This picture engine makes at most ${countMax} at once. Ask for less.`);
  }
}
