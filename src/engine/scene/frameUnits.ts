import type { GraphDocument } from '../document/GraphDocument';
import { IdTable } from '../collections/IdTable';
import type { IdSet } from '../collections/IdSet';
import type { Scene } from './Scene';

const ALONE: readonly string[] = [];
/** Nodes that are looked at in one step, which is to take about a millisecond. */
export const NODES_A_STEP = 512;

/**
 * These nodes as they move: the content of a frame among them, visible or hidden, moves with the outermost such frame, whether it is among
 * them or not. Returns the nodes that move along with each that moves by itself; each `next` takes a step.
 */
export function* frameUnits(
  document: GraphDocument,
  scene: Scene,
  nodeIds: IdSet,
): Generator<void, IdTable<readonly string[]>> {
  const goingWith = new Map<string, readonly string[]>();
  const inner = new Set<string>();
  let looked = 0;
  for (const id of nodeIds) {
    const node = document.node(id);
    if (node && (document.kinds.isFrame(node) || document.kinds.isFolded(node))) {
      const along = scene.contentOf(node);
      goingWith.set(id, along);
      for (const each of along) inner.add(each);
    }
    looked += 1;
    if (looked % NODES_A_STEP === 0) yield;
  }
  const units = new IdTable<readonly string[]>(nodeIds.size);
  for (const id of nodeIds) {
    if (!inner.has(id) && document.node(id)) units.set(id, goingWith.get(id) ?? ALONE);
    looked += 1;
    if (looked % NODES_A_STEP === 0) yield;
  }
  return units;
}

/** All steps of something at once. */
export function allSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
