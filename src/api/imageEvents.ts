import { createParser } from 'eventsource-parser';
import { ApiFailure, toApiFailure } from './ApiFailure';
import { imageEvent, type ImageEvent } from './contractStream';

/** The server writes a comment every 15 s; three missed ones mean that the line is dead (STREAM-5). */
const SILENCE_LIMIT_MS = 45_000;

function readEvent(data: string): ImageEvent | null {
  try {
    const parsed = imageEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    // Malformed chunks are skipped (STREAM-2).
    return null;
  }
}

/** The other side's next word; rejects with an ApiFailure when it says nothing for too long. */
export async function beforeSilence<Word>(word: Promise<Word>): Promise<Word> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'the stream fell silent' }));
    }, SILENCE_LIMIT_MS);
  });
  try {
    return await Promise.race([word, silence]);
  } finally {
    clearTimeout(timer);
  }
}

const ENDS: ReadonlySet<ImageEvent['event']> = new Set(['generate_image_end', 'generate_text_end', 'error']);

/**
 * The events of one stream, wherever its chunks are cut. Ends with one of ENDS, or when the body ends;
 * a line that breaks rejects with an ApiFailure. Leaving the loop early closes the connection.
 */
export async function* readImageEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ImageEvent, void, undefined> {
  const reader = body.getReader();
  // One decoder for the whole stream: a character may be cut in the middle of its bytes.
  const decoder = new TextDecoder();
  const arrived: ImageEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = readEvent(data);
      if (event) arrived.push(event);
    },
  });
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read());
      if (!done) parser.feed(decoder.decode(value, { stream: true }));
      // A last block without its blank line still counts: the parser emits it once it sees one.
      else parser.feed(`${decoder.decode()}\n\n`);
      for (const event of arrived.splice(0)) {
        yield event;
        if (ENDS.has(event.event)) return;
      }
      if (done) return;
    }
  } catch (error) {
    throw toApiFailure(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
