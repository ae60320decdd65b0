/** Requests that make words of words or pictures. */
import * as z from 'zod/mini';

export const ANALYZE_MAX_CHARACTERS = 20_000;
/** The most characters of a picture's address. */
const ADDRESS_MAX = 200;

/** Name of the model in the recipe of a written text, for every engine. */
export const DEFAULT_TEXT_MODEL = 'text';

/** The adapters that can write. */
export const TEXT_ENGINES = ['gemini', 'openai'] as const;
export type TextEngine = (typeof TEXT_ENGINES)[number];

const content = z.string().check(z.minLength(1), z.maxLength(ANALYZE_MAX_CHARACTERS));

export const analyzeText = z.object({ content });
export const analysis = z.array(z.object({ key: z.string(), value: z.array(z.string()) }));
export type Analysis = z.infer<typeof analysis>;

export const describePicture = z.object({
  /** The address of a kept picture. */
  content: z.string().check(z.minLength(1), z.maxLength(ADDRESS_MAX)),
  /** Language of the answer; Korean when absent. */
  language: z.optional(z.enum(['ko', 'en'])),
});
export type DescribePicture = z.infer<typeof describePicture>;

export const improveText = z.object({ content });

export const writtenText = z.object({ text: z.string().check(z.minLength(1), z.maxLength(ANALYZE_MAX_CHARACTERS)) });
