import { createHash } from 'node:crypto';
import { parsePatch } from './JsonPatch';
import { SMALL_MAX_BYTES } from './work/smallMaxBytes';

/** A patch as JSON. A long one is UTF-8 in memory that threads share: it goes from one to the other without a copy. */
export type PatchText = string | Uint8Array;

/** A body that is a patch. */
export interface ReadPatch {
  /** Written down before anything is applied, because applying changes the patch's values. */
  text: PatchText;
  /** By which it is known when it comes again. */
  bodyHash: string;
}

/** Throws 400, 413 or 422 when the body is no patch that could be applied. */
export function readPatch(body: unknown): ReadPatch {
  parsePatch(body);
  const text = JSON.stringify(body);
  const bodyHash = createHash('sha256').update(text).digest('hex');
  const bytes = Buffer.byteLength(text);
  if (bytes <= SMALL_MAX_BYTES) return { text, bodyHash };
  const shared = Buffer.from(new SharedArrayBuffer(bytes));
  shared.write(text);
  return { text: shared, bodyHash };
}
