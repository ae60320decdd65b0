import { DEFAULT_IMAGE_MODEL, type ImageModel } from '../../src/api/contractModels';
import { GENERATE_MAX_PICTURES, type GenerateImage, type GenerateItem } from '../../src/api/contract';
import { StartRefused, ApiError } from '../errors';
import type { ImageEngine } from './ports';

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

/** All models that nodes can name. The first is the default, and also has a name of its own if its engine gives it one. */
export class ImageModels {
  readonly #first: ImageEngine;
  readonly #byName: ReadonlyMap<string, ImageEngine>;

  /** Throws StartRefused for two models with one name, which would be ambiguous. */
  constructor([first, ...others]: readonly [ImageEngine, ...ImageEngine[]]) {
    this.#first = first;
    const byName = new Map([[DEFAULT_IMAGE_MODEL, first]]);
    for (const images of [first, ...others]) {
      if (images.model === undefined) continue;
      if (byName.has(images.model)) {
        throw new StartRefused(
          `Two picture models are called ${images.model}: give one of them another name, or leave it out.`,
        );
      }
      byName.set(images.model, images);
    }
    this.#byName = byName;
  }

  /** The current offers of all of them, the default first. */
  get offered(): readonly ImageModel[] {
    return [...this.#byName]
      .filter(([, images]) => images === this.#first || images.isGone !== true)
      .map(([name, images]) => offerOf(name, images));
  }

  /** The engine of the first one. */
  get engine(): ImageModel['engine'] {
    return this.#first.name;
  }

  /** Whom to ask for a model. Throws ApiError 400 for one that is not offered. */
  of(name: string = DEFAULT_IMAGE_MODEL): { readonly images: ImageEngine; readonly offer: ImageModel } {
    const offer = modelNamed(this.offered, name);
    return { images: this.#byName.get(name) ?? this.#first, offer };
  }
}

function offerOf(name: string, { name: engine, abilities }: ImageEngine): ImageModel {
  const { aspectRatios = [], countMax = 1, picturesMax = GENERATE_MAX_PICTURES } = abilities ?? {};
  const costMicros = abilities?.costMicros ?? (engine === 'offline' ? 0 : null);
  return { name, engine, aspectRatios, countMax, picturesMax, canEdit: picturesMax > 0, costMicros };
}
