import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { produce } from 'immer';

/**
 * The document after the patch; what the patch does not touch keeps its reference. Throws when an operation does not fit or
 * names a forbidden path, and leaves the given document as it was.
 */
export function applyPatch<Document extends object>(document: Document, patch: readonly unknown[]): Document {
  // Validation is on: without it, a path through `constructor` is followed.
  const operations = structuredClone(patch) as Operation[];
  if (operations.some(({ path }) => path === '')) {
    return fastJsonPatch.applyPatch(document, operations, true, false).newDocument;
  }
  return produce(document, (draft) => {
    fastJsonPatch.applyPatch(draft, operations, true, true);
  });
}
