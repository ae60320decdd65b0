import { PendingChanges, readSnapshot, type Snapshot, type Touched } from '../../../engine';
import { applyPatch } from '../patch/applyPatch';
import { type Decoded, decodePatches, type PatchBase } from '../patch/decodePatches';
import { restOf } from '../patch/Encoding';
import { isSame } from '../patch/sameValue';
import type { ServerCanvas, ServerSteps } from '../serverState';

interface NewsBase extends PatchBase {
  /** The whole base. */
  readonly snapshot: () => Snapshot;
}

/**
 * Decodes how the server's state differs from the base, from the news alone unless that needs the whole canvas. Null
 * when its patches do not fit.
 */
export function readNews(news: ServerSteps | ServerCanvas, base: NewsBase): Decoded | null {
  if ('snapshot' in news) return compare(base.snapshot(), news.snapshot);
  const patches = news.steps.map(({ patch }) => patch);
  const decoded = decodePatches(base, patches);
  if (decoded) return decoded;
  const before = base.snapshot();
  try {
    const after = readSnapshot(patches.reduce<unknown>((state, patch) => applyPatch(state as object, patch), before));
    return after && compare(before, after);
  } catch {
    return null;
  }
}

/** The differences, without values that read the same. */
function compare(before: Snapshot, after: Snapshot): Decoded {
  const changes = PendingChanges.between(before, after);
  dropSame(changes.nodes.touched);
  dropSame(changes.edges.touched);
  return { changes, rest: restOf(after) };
}

function dropSame(touched: Map<string, Touched<unknown>>): void {
  for (const [id, { base, next, isInPlace }] of touched) if (isInPlace && isSame(base, next)) touched.delete(id);
}
