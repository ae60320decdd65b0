/**
 * What is known of the models behind OpenAI's images call: which size asks for which shape. Source:
 * https://platform.openai.com/docs/api-reference/images/create, as of 2026-11-21. Engines of one's own know other names,
 * and nobody but their operator knows what they make: of them only the square is asked, which every one makes.
 */
const SQUARE = { '1:1': '1024x1024' };
const SIZES: readonly { model: RegExp; sizes: Readonly<Record<string, string>> }[] = [
  { model: /^gpt-image-/, sizes: { ...SQUARE, '3:2': '1536x1024', '2:3': '1024x1536' } },
  { model: /^dall-e-3$/, sizes: { ...SQUARE, '7:4': '1792x1024', '4:7': '1024x1792' } },
];

/** By aspect ratio, the square first; `model` is null for an engine that is asked for its own default. */
export const sizesOf = (model: string | null): Readonly<Record<string, string>> =>
  SIZES.find((known) => known.model.test(model ?? ''))?.sizes ?? SQUARE;
