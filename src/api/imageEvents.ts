import { imageEvent, type ImageEvent } from './contractStream';
import { parseJson } from './parseJson';
import { readEventStream } from './readEventStream';

const ENDS: ReadonlySet<ImageEvent['event']> = new Set(['generate_image_end', 'generate_text_end', 'error']);

/** The events of a job's stream, up to one of ENDS. Malformed ones are skipped (STREAM-2). */
export const readImageEvents = (body: ReadableStream<Uint8Array>): AsyncGenerator<ImageEvent, void, undefined> =>
  readEventStream(body, {
    read: ({ data }) => imageEvent.safeParse(parseJson(data)).data ?? null,
    isLast: ({ event }) => ENDS.has(event),
    // A last block without its blank line still counts: the parser emits it once it sees one.
    missingEnd: '\n\n',
  });
