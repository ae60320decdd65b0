import type { GraphDocument } from '../document/GraphDocument';
import type { FlowNode } from '../document/FlowNode';
import type { HeldCards, NodeRun } from '../render/card/PaintEnvironment';
import { heldWork } from './heldWork';
import type { Scene } from './Scene';

/** So many pictures stand for all of a folded frame. */
const PICTURES = 4;
/** Nobody looks through thousands of cards for them in each frame of the screen. */
const LOOKS = 200;

/** What the card of a folded frame says of what it holds; null for every other node. */
export function heldCards(
  document: GraphDocument,
  scene: Scene,
  node: FlowNode,
  runs: ReadonlyMap<string, NodeRun> = new Map(),
): HeldCards | null {
  if (!document.kinds.isFolded(node)) return null;
  const ids = scene.folds.heldBy(node.id);
  const pictures: string[] = [];
  let looks = 0;
  for (const id of ids) {
    if (pictures.length === PICTURES || looks++ === LOOKS) break;
    const held = document.node(id);
    const url = held && document.kinds.pictureOf(held);
    if (url) pictures.push(url);
  }
  return { count: ids.size, pictures, work: heldWork(ids, runs) };
}
