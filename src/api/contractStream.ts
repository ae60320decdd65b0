/** The events of a picture in the making. */
import * as z from 'zod/mini';

/** Why fewer pictures came than were asked for. */
const shortfall = z.object({
  /** How many did not come. */
  missing: z.int(),
  /** Why, in one stable word, and as a sentence. */
  code: z.string(),
  message: z.string(),
});
export type Shortfall = z.infer<typeof shortfall>;

/** Readers skip events they do not know, so this lists what there is now. */
export const imageEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('job'), data: z.object({ id: z.string() }) }),
  /** How much is done, from 0 to 1, where the engine says so. */
  z.object({ event: z.literal('progress'), data: z.object({ share: z.number() }) }),
  z.object({
    event: z.literal('generated_image'),
    /** `further`: the pictures after the first, where several were asked for. */
    data: z.object({ url: z.string(), further: z.optional(z.readonly(z.array(z.string()))) }),
  }),
  /** `data`: where fewer pictures came than were asked for; the pictures are whole whatever else it carries. */
  z.object({ event: z.literal('generate_image_end'), data: z.catch(z.optional(shortfall), undefined) }),
  z.object({
    event: z.literal('error'),
    // Whatever it carries, it is the end of the stream.
    data: z.catch(
      z.optional(
        z.object({
          message: z.optional(z.string()),
          code: z.optional(z.string()),
          retryAt: z.optional(z.string()),
        }),
      ),
      undefined,
    ),
  }),
]);
export type ImageEvent = z.infer<typeof imageEvent>;
