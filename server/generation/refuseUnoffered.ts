import { DEFAULT_IMAGE_MODEL, type ImageModel } from '../../src/api/contractModels';
import type { GenerateImage, GenerateItem } from '../../src/api/contract';
import { ApiError } from '../errors';

/** The model of a request. Throws ApiError 400 for one that is not offered (any more). */
export function modelNamed(models: readonly ImageModel[], wanted: string = DEFAULT_IMAGE_MODEL): ImageModel {
  const model = models.find(({ name }) => name === wanted);
  if (model) return model;
  throw new ApiError(400, 'modelGone', 'This server does not have the model of this node. Choose another one for it.');
}

/** Throws ApiError for what the model does not make or take: nothing is left out silently. */
export function refuseUnoffered(
  {
    aspectRatio,
    count = 1,
    nodes,
  }: Pick<GenerateImage, 'aspectRatio' | 'count'> & { readonly nodes: readonly GenerateItem[] },
  { aspectRatios, countMax, picturesMax }: ImageModel,
): void {
  if (aspectRatio !== undefined && !aspectRatios.includes(aspectRatio)) {
    const offered = aspectRatios.length === 0 ? 'no shape of choice' : aspectRatios.join(', ');
    throw new ApiError(400, 'notOffered', `This model does not make this aspect ratio. It makes ${offered}.`);
  }
  if (count > countMax) {
    throw new ApiError(400, 'notOffered', `This model makes at most ${countMax} at once. Ask for less.`);
  }
  const pictures = nodes.filter((item) => item.type === 'image_prompt' && item.content !== '').length;
  if (pictures > 0 && picturesMax === 0) {
    throw new ApiError(
      422,
      'takesNoPictures',
      'This model takes no pictures. Disconnect them, or choose another model.',
    );
  }
  if (pictures > picturesMax) {
    const message = `This model takes at most ${picturesMax} pictures. Disconnect some, or choose another model.`;
    throw new ApiError(422, 'takesFewerPictures', message);
  }
}
