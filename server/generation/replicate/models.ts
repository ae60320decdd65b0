import { GENERATE_MAX_PICTURES } from '../../../src/api/contract';

/**
 * The models of Replicate that this server knows: the inputs that it fills, and the price of a picture. Sources: the API pages of the
 * models under https://replicate.com, as of 2026-11-23. Every model takes a `prompt`; nothing else is known of an unlisted one.
 */
export interface ReplicateModel {
  /** Values of `aspect_ratio`; empty where it makes its own shape only. */
  readonly aspectRatios: readonly string[];
  /** How many `num_outputs` may say; 1 where it has no such input. */
  readonly countMax: number;
  /** The input that takes pictures. */
  readonly pictures?: { readonly input: string; readonly isList: boolean; readonly max: number };
  /** Inputs that are always sent. */
  readonly always: Readonly<Record<string, string>>;
  /** Millionths of a US dollar for a picture. */
  readonly costMicros?: number;
}

const PNG = { output_format: 'png' };
const FLUX = {
  aspectRatios: ['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21'],
  countMax: 4,
  always: PNG,
};

const MODELS: Readonly<Record<string, ReplicateModel>> = {
  'black-forest-labs/flux-schnell': { ...FLUX, costMicros: 3_000 },
  'black-forest-labs/flux-dev': { ...FLUX, costMicros: 25_000 },
  'black-forest-labs/flux-kontext-pro': {
    aspectRatios: [...FLUX.aspectRatios, '2:1', '1:2'],
    countMax: 1,
    pictures: { input: 'input_image', isList: false, max: 1 },
    always: PNG,
    costMicros: 40_000,
  },
  'google/nano-banana': {
    aspectRatios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
    countMax: 1,
    pictures: { input: 'image_input', isList: true, max: GENERATE_MAX_PICTURES },
    always: PNG,
    costMicros: 39_000,
  },
};
const UNKNOWN: ReplicateModel = { aspectRatios: [], countMax: 1, always: {} };

/** Models that are offered where REPLICATE_MODELS does not say others. */
export const REPLICATE_MODELS: readonly string[] = ['black-forest-labs/flux-schnell', 'google/nano-banana'];

/** Whichever version of it. */
export const replicateModel = (model: string): ReplicateModel => MODELS[model.replace(/:.*$/, '')] ?? UNKNOWN;
