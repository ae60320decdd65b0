import { PendingChanges, readSnapshot, type Snapshot, type Touched } from '../../../engine';
import { applyPatch } from '../patch/applyPatch';
import { type Decoded, decodePatches, type PatchBase } from '../patch/decodePatches';
import { restOf } from '../patch/Encoding';
import { isSame } from '../patch/sameValue';
import type { ServerCanvas, ServerPatches } from '../serverState';

interface WholeBase extends PatchBase {
  /** The whole base. */
  readonly snapshot: () => Snapshot;
}

/**
 * Decodes how the server's state differs from the base, from the state alone unless that needs the whole canvas. Null
 * when its patches do not fit.
 */
export function readServerChanges(state: ServerPatches | ServerCanvas, base: WholeBase): Decoded | null {
  if ('snapshot' in state) return compare(base.snapshot(), state.snapshot);
  const patches = state.patches.map(({ patch }) => patch);
  const decoded = decodePatches(base, patches);
  if (decoded) return decoded;
  const before = base.snapshot();
  try {
    const after = readSnapshot(patches.reduce<unknown>((canvas, patch) => applyPatch(canvas as object, patch), before));
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
