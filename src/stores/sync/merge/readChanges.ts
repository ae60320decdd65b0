import { PendingChanges, readSnapshot, type Snapshot, type Touched } from '../../../engine';
import { applyPatch } from '../patch/applyPatch';
import { type Decoded, decodePatches, type PatchBase } from '../patch/decodePatches';
import { restOf } from '../patch/Encoding';
import { isSame } from '../patch/sameValue';

interface WholeBase extends PatchBase {
  readonly snapshot: () => Snapshot;
}

/**
 * The changes by id that successive patches of a base make, read from the patches alone unless these need the whole
 * canvas. Null when they do not fit.
 */
export function readChanges(patches: readonly (readonly unknown[])[], base: WholeBase): Decoded | null {
  const decoded = decodePatches(base, patches);
  if (decoded) return decoded;
  const before = base.snapshot();
  try {
    const after = readSnapshot(patches.reduce<unknown>((canvas, patch) => applyPatch(canvas as object, patch), before));
    return after && compareSnapshots(before, after);
  } catch {
    return null;
  }
}

/** A snapshot as a base without changes of its own. */
export function baseOf(snapshot: Snapshot): WholeBase {
  const { nodes, edges } = snapshot;
  const document = {
    node: finderOf(nodes),
    edge: finderOf(edges),
    nodeAt: (index: number) => nodes[index],
    edgeAt: (index: number) => edges[index],
  };
  const own = PendingChanges.on({ nodes: nodes.length, edges: edges.length });
  return { own, document, rest: restOf(snapshot), snapshot: () => snapshot };
}

/** Finds items by their ids; the first search indexes all of them. */
function finderOf<Item extends { readonly id: string }>(items: readonly Item[]): (id: string) => Item | undefined {
  let byId: ReadonlyMap<string, Item> | null = null;
  return (id) => (byId ??= new Map(items.map((item) => [item.id, item]))).get(id);
}

/** The changes between two snapshots, without values that read the same. It looks at every node: use it only when no patches are known. */
export function compareSnapshots(before: Snapshot, after: Snapshot): Decoded {
  const changes = PendingChanges.between(before, after);
  dropSame(changes.nodes.touched);
  dropSame(changes.edges.touched);
  return { changes, rest: restOf(after) };
}

function dropSame(touched: Map<string, Touched<unknown>>): void {
  for (const [id, { base, next, isInPlace }] of touched) if (isInPlace && isSame(base, next)) touched.delete(id);
}
