import type { GraphDocument } from '../document/GraphDocument';
import type { FlowNode } from '../document/FlowNode';
import type { HeldCards, NodeRun } from '../render/card/PaintEnvironment';
import { heldWork } from './heldWork';
import type { Scene } from './Scene';

/** Number of pictures that stand for all of a folded frame. */
const PICTURES = 4;
/** Most nodes that are searched for pictures, since this happens in each frame of the screen and thousands may be hidden. */
const LOOKS = 200;

/** The content that the card of a folded frame shows; null for every other node. */
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
