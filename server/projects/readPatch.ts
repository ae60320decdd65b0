import { createHash } from 'node:crypto';
import { parsePatch } from './JsonPatch';

/** A body that is a patch. */
export interface ReadPatch {
  /** The patch as JSON, written down before anything is applied, because applying changes its values. */
  text: string;
  /** By which it is known when it comes again. */
  bodyHash: string;
}

/** Throws 400, 413 or 422 when the body is no patch that could be applied. */
export function readPatch(body: unknown): ReadPatch {
  parsePatch(body);
  const text = JSON.stringify(body);
  return { text, bodyHash: createHash('sha256').update(text).digest('hex') };
}
