/** The events of a picture or a text in the making. */
import * as z from 'zod/mini';

/** Reason why fewer pictures came than were requested. */
const shortfall = z.object({
  /** Number of pictures that did not come. */
  missing: z.int(),
  /** The reason, as a stable code and as a sentence. */
  code: z.string(),
  message: z.string(),
});
export type Shortfall = z.infer<typeof shortfall>;

/** Readers skip events they do not know, so this lists only today's. */
export const imageEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('job'), data: z.object({ id: z.string() }) }),
  /** Progress from 0 to 1, if the engine says so. */
  z.object({ event: z.literal('progress'), data: z.object({ share: z.number() }) }),
  z.object({
    event: z.literal('generated_image'),
    /** `further`: the pictures after the first, when several were requested. */
    data: z.object({ url: z.string(), further: z.optional(z.readonly(z.array(z.string()))) }),
  }),
  /** More of a text that is being written, after the part that was sent before; none of it counts until the text is complete. */
  z.object({ event: z.literal('words'), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal('generated_text'), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal('generate_text_end') }),
  /** `data`: when fewer pictures came than were requested; the pictures are complete, whatever else it contains. */
  z.object({ event: z.literal('generate_image_end'), data: z.catch(z.optional(shortfall), undefined) }),
  z.object({
    event: z.literal('error'),
    // This event ends the stream, with any content.
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
