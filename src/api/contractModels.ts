/** The models that make pictures. */
import * as z from 'zod/mini';

/** Name of the model for nodes that name none, with any engine. */
export const DEFAULT_IMAGE_MODEL = 'Gemini-2.5-flash';

/** The adapters that can make a picture. */
export const IMAGE_ENGINES = ['gemini', 'openai', 'comfyui', 'fal', 'replicate', 'offline'] as const;

/** A model that nodes can name, and its settings. */
export const imageModel = z.object({
  name: z.string(),
  engine: z.enum(IMAGE_ENGINES),
  /** Width to height, such as '16:9'; empty when it makes only its own shape. */
  aspectRatios: z.readonly(z.array(z.string())),
  /** Most pictures that one request may ask for. */
  countMax: z.int(),
  /** Most pictures that it takes in; 0 for a model of words only. */
  picturesMax: z.int(),
  /** True when it changes or follows the pictures that it is given. */
  canEdit: z.boolean(),
  /** Approximate cost of one picture, in millionths of a US dollar; null when not known. */
  costMicros: z.nullable(z.int()),
});
export type ImageModel = z.infer<typeof imageModel>;
