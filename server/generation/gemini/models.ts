/**
 * The models of Google that this server knows, and the only place that names them: their order, their shapes and their prices.
 *
 * Sources, under https://ai.google.dev/gemini-api/docs, as of 2026-11-21: `deprecations` for the order (the first image model was to be
 * shut down on 2026-10-02, the second on 2026-10-29; a missing model costs one call and a warning, see ModelOrder), `image-generation` for
 * the shapes, `pricing` for the paid tier's prices.
 */

/** US dollars for a million tokens, which are micro-dollars for one. */
export interface GeminiPrice {
  /** Words and pictures that go in. */
  input: number;
  /** Words and thoughts that come out. */
  textOutput: number;
  imageOutput: number;
}

interface GeminiImageModel {
  name: string;
  aspectRatios: readonly string[];
  price: GeminiPrice;
  /** Tokens of one picture; absent where the page does not say. */
  tokens?: number;
}

/** Ratios that every image model of Google's has made so far; an unknown model is taken to make them too. */
const COMMON_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const ALL_RATIOS = [...COMMON_RATIOS, '1:4', '4:1', '1:8', '8:1'];

const IMAGE_MODELS: readonly GeminiImageModel[] = [
  {
    name: 'gemini-2.5-flash-image',
    aspectRatios: COMMON_RATIOS,
    price: { input: 0.3, textOutput: 2.5, imageOutput: 30 },
    tokens: 1290,
  },
  {
    name: 'gemini-3.1-flash-image',
    aspectRatios: ALL_RATIOS,
    price: { input: 0.5, textOutput: 3, imageOutput: 60 },
  },
  {
    name: 'gemini-nano-banana-2.1',
    aspectRatios: ALL_RATIOS,
    price: { input: 1.5, textOutput: 7.5, imageOutput: 30 },
  },
];

/**
 * Models that read texts; the newer one has no price that we know. docs/IMAGE_ENGINES.md has the source of the first one's; thoughts count
 * as output.
 */
const TEXT_MODELS: readonly { name: string; price?: GeminiPrice }[] = [
  { name: 'gemini-2.5-flash', price: { input: 0.3, textOutput: 2.5, imageOutput: 2.5 } },
  { name: 'gemini-3.1-flash' },
];

export const GEMINI_IMAGE_MODELS: readonly string[] = IMAGE_MODELS.map(({ name }) => name);
export const GEMINI_TEXT_MODELS: readonly string[] = TEXT_MODELS.map(({ name }) => name);

export const ratiosOf = (model: string): readonly string[] => known(model)?.aspectRatios ?? COMMON_RATIOS;

/** Undefined for a model with an unknown price. */
export const priceOf = (model: string): GeminiPrice | undefined =>
  known(model)?.price ?? TEXT_MODELS.find(({ name }) => name === model)?.price;

/** Millionths of a US dollar for one picture, without its input; undefined if unknown. */
export function pictureCostOf(model: string): number | undefined {
  const { tokens, price } = known(model) ?? {};
  return tokens && price && Math.round(tokens * price.imageOutput);
}

const known = (model: string): GeminiImageModel | undefined => IMAGE_MODELS.find(({ name }) => name === model);
