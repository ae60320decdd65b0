import { PendingChanges, readSnapshot, type Snapshot, type Touched } from '../../../engine';
import { applyPatch } from '../patch/applyPatch';
import { type Decoded, decodePatches, type PatchBase } from '../patch/decodePatches';
import { restOf } from '../patch/Encoding';
import { isSame } from '../patch/sameValue';
import type { ServerCanvas, ServerSteps } from '../serverState';

interface NewsBase extends PatchBase {
  /** All of it. */
  readonly snapshot: () => Snapshot;
}

/** What the server has made of the base: of that alone, unless only a look at the whole canvas tells. Null when its patches do not fit. */
export function readNews(news: ServerSteps | ServerCanvas, base: NewsBase): Decoded | null {
  if ('snapshot' in news) return compare(base.snapshot(), news.snapshot);
  const decoded = decodePatches(base, news.patches);
  if (decoded) return decoded;
  const before = base.snapshot();
  try {
    const after = readSnapshot(
      news.patches.reduce<unknown>((state, patch) => applyPatch(state as object, patch), before),
    );
    return after && compare(before, after);
  } catch {
    return null;
  }
}

/** Without what only reads the same. */
function compare(before: Snapshot, after: Snapshot): Decoded {
  const changes = PendingChanges.between(before, after);
  dropSame(changes.nodes.touched);
  dropSame(changes.edges.touched);
  return { changes, rest: restOf(after) };
}

function dropSame(touched: Map<string, Touched<unknown>>): void {
  for (const [id, { base, next, isInPlace }] of touched) if (isInPlace && isSame(base, next)) touched.delete(id);
}
