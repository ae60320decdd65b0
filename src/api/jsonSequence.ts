import * as z from 'zod/mini';
import { RECORD_SEPARATOR } from './contract';
import { parseJson } from './parseJson';

/** A JSON sequence (RFC 7464) of two texts: the first one parsed, the other one as it is, empty when there is none. */
const jsonSequence = z.object({ head: z.unknown(), text: z.string() });
/** An answer that is one JSON object is taken for its members, and its `canvas` for the other text. */
const record = z.pipe(
  z.looseObject({ canvas: z.string() }),
  z.transform(({ canvas, ...head }) => ({ head, text: canvas })),
);
export type JsonSequence = z.infer<typeof jsonSequence>;

/** Tells `onText` of the other text while it comes. Rejects with a zod error for an answer of another form. */
export async function readJsonSequence(
  body: ReadableStream<Uint8Array>,
  onText: (piece: string) => void,
): Promise<JsonSequence> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let head = '';
  const pieces: string[] = [];
  let isHeadWhole = false;
  const take = (piece: string): void => {
    if (isHeadWhole) {
      pieces.push(piece);
      onText(piece);
      return;
    }
    head += piece;
    const end = head.startsWith(RECORD_SEPARATOR) ? head.indexOf(RECORD_SEPARATOR, 1) : -1;
    if (end === -1) return;
    isHeadWhole = true;
    const rest = head.slice(end + 1);
    head = head.slice(0, end);
    take(rest);
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    take(decoder.decode(value, { stream: true }));
  }
  take(decoder.decode());
  if (!head.startsWith(RECORD_SEPARATOR)) return record.parse(parseJson(head));
  // Joined here: added up, a large text would be copied in the middle of something else, whenever somebody looks into it.
  return jsonSequence.parse({ head: parseJson(head.slice(1)), text: pieces.join('').trimEnd() });
}
