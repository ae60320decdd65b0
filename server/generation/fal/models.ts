import { GENERATE_MAX_PICTURES } from '../../../src/api/contract';

/**
 * The models of fal that this server knows: the inputs that it fills, and the approximate price of a picture. Sources: the API pages of the
 * models under https://fal.ai/models, as of 2026-11-23. Every model takes a `prompt`; nothing else is known of an unlisted one.
 */
export interface FalModel {
  /** Sizes or ratios of `shapeInput` by aspect ratio; empty where it makes its own shape only. */
  readonly shapes: Readonly<Record<string, string>>;
  readonly shapeInput: 'image_size' | 'aspect_ratio';
  /** How many `num_images` may say. */
  readonly countMax: number;
  /** The model for requests with pictures, and how many of them its `image_urls` take. */
  readonly edit?: { readonly model: string; readonly picturesMax: number };
  /** Inputs that are always sent. */
  readonly always: Readonly<Record<string, string>>;
  /** Millionths of a US dollar for a picture, of a megapixel where those are counted. */
  readonly costMicros?: number;
}

const SIZES = {
  '1:1': 'square_hd',
  '4:3': 'landscape_4_3',
  '16:9': 'landscape_16_9',
  '3:4': 'portrait_4_3',
  '9:16': 'portrait_16_9',
};
const RATIOS = ['1:1', '21:9', '16:9', '3:2', '4:3', '5:4', '4:5', '3:4', '2:3', '9:16'];
const FLUX = { shapes: SIZES, shapeInput: 'image_size', countMax: 4, always: { output_format: 'png' } } as const;

const MODELS: Readonly<Record<string, FalModel>> = {
  'fal-ai/flux/schnell': { ...FLUX, costMicros: 3_000 },
  'fal-ai/flux/dev': { ...FLUX, costMicros: 25_000 },
  'fal-ai/nano-banana': {
    shapes: Object.fromEntries(RATIOS.map((ratio) => [ratio, ratio])),
    shapeInput: 'aspect_ratio',
    countMax: 4,
    edit: { model: 'fal-ai/nano-banana/edit', picturesMax: GENERATE_MAX_PICTURES },
    always: { output_format: 'png' },
    costMicros: 39_000,
  },
};
const UNKNOWN: FalModel = { shapes: {}, shapeInput: 'image_size', countMax: 1, always: {} };

/** Models that are offered where FAL_MODELS does not say others. */
export const FAL_MODELS: readonly string[] = ['fal-ai/flux/schnell', 'fal-ai/nano-banana'];

export const falModel = (model: string): FalModel => MODELS[model] ?? UNKNOWN;
