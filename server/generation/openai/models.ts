import { GENERATE_MAX_PICTURES } from '../../../src/api/contract';

/**
 * The models behind OpenAI's images call: the size of each shape, and how many pictures a model takes and makes. Sources:
 * https://platform.openai.com/docs/api-reference/images/create and images/createEdit, as of 2026-11-21. Self-hosted engines have other
 * names, and only their operator knows what they make: they are asked for the square only, which every one makes.
 */
interface OpenAiModel {
  readonly model: RegExp;
  readonly sizes: Readonly<Record<string, string>>;
  readonly picturesMax: number;
  /** How many `n` may say. */
  readonly countMax: number;
}

const SQUARE = { '1:1': '1024x1024' };
const MODELS: readonly OpenAiModel[] = [
  { model: /^gpt-image-/, sizes: { ...SQUARE, '3:2': '1536x1024', '2:3': '1024x1536' }, picturesMax: 16, countMax: 10 },
  { model: /^dall-e-3$/, sizes: { ...SQUARE, '7:4': '1792x1024', '4:7': '1024x1792' }, picturesMax: 0, countMax: 1 },
  { model: /^dall-e-2$/, sizes: SQUARE, picturesMax: 1, countMax: 10 },
];

const known = (model: string | null): OpenAiModel | undefined => MODELS.find((each) => each.model.test(model ?? ''));

/** Models that nodes can name, unless OPENAI_IMAGE_MODELS lists others. */
export const OPENAI_IMAGE_MODELS: readonly string[] = ['gpt-image-1', 'gpt-image-1-mini'];

/** Sizes by aspect ratio, the square first; `model` is null for an engine's own default. */
export const sizesOf = (model: string | null): Readonly<Record<string, string>> => known(model)?.sizes ?? SQUARE;

/** Most pictures of one call. An unknown model makes one: self-hosted engines differ in what they do with `n`. */
export const countMaxOf = (model: string | null): number => known(model)?.countMax ?? 1;

/** The most pictures that a model takes. Unlimited for an unknown model: an engine that takes none says so when it is called. */
export function picturesMaxOf(model: string | null): { readonly picturesMax?: number } {
  const picturesMax = known(model)?.picturesMax;
  return picturesMax === undefined ? {} : { picturesMax: Math.min(picturesMax, GENERATE_MAX_PICTURES) };
}
