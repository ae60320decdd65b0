/** The models that make pictures. */
import * as z from 'zod/mini';

/** What nodes call the model that is asked when they name none, whichever engine answers. */
export const DEFAULT_IMAGE_MODEL = 'Gemini-2.5-flash';

/** The adapters that can make a picture. */
export const IMAGE_ENGINES = ['gemini', 'openai', 'comfyui', 'fal', 'replicate', 'offline'] as const;

/** A model that nodes can name, and what may be wished for of it. */
export const imageModel = z.object({
  name: z.string(),
  engine: z.enum(IMAGE_ENGINES),
  /** Width to height, such as '16:9'; empty where it makes its own shape only. */
  aspectRatios: z.readonly(z.array(z.string())),
  /** How many pictures one request may ask for. */
  countMax: z.int(),
  /** How many pictures it takes in; 0 where words are all. */
  picturesMax: z.int(),
  /** It changes or follows the pictures that it is given. */
  canEdit: z.boolean(),
  /** About what one picture costs, in millionths of a US dollar; null where nobody knows. */
  costMicros: z.nullable(z.int()),
});
export type ImageModel = z.infer<typeof imageModel>;
