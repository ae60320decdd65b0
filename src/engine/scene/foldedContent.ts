import type { GraphDocument } from '../document/GraphDocument';
import type { FlowNode } from '../document/FlowNode';
import type { FoldedContent, FoldedWork, NodeRun } from '../nodes/viewState';
import type { Scene } from './Scene';

/** Phase when no run has one, like that of the spinner on a card without motion. */
const STILL_PHASE = 0.5;

/** The combined state of the runs of the nodes that a frame hides; null when none is under way and none has failed. */
export function foldedWork(
  { folds }: Pick<Scene, 'folds'>,
  frameId: string,
  runs: ReadonlyMap<string, NodeRun>,
): FoldedWork | null {
  const ids = folds.hiddenBy(frameId);
  let underWay = 0;
  let failed = 0;
  let phase: number | null = null;
  // Whichever is fewer: a frame that hides two costs two, however many have failed.
  for (const id of ids.size < runs.size ? ids : runs.keys()) {
    const run = runs.get(id);
    if (!run || run.state === 'note' || !ids.has(id)) continue;
    if (run.state === 'failed') {
      failed += 1;
      continue;
    }
    underWay += 1;
    if (run.state !== 'waiting') phase ??= run.phase ?? STILL_PHASE;
  }
  return underWay + failed === 0 ? null : { underWay, failed, phase };
}

/** Number of pictures that represent all of a folded frame. */
const PICTURES = 4;
/** Most nodes that are searched for pictures, since this happens in each frame of the screen and thousands may be hidden. */
const LOOKS = 200;

/** The content that the card of a folded frame shows; null for every other node. */
export function foldedContent(
  document: GraphDocument,
  scene: Scene,
  node: FlowNode,
  runs: ReadonlyMap<string, NodeRun> = new Map(),
): FoldedContent | null {
  if (!document.kinds.isFolded(node)) return null;
  const ids = scene.folds.hiddenBy(node.id);
  const pictures: string[] = [];
  let looks = 0;
  for (const id of ids) {
    if (pictures.length === PICTURES || looks++ === LOOKS) break;
    const hidden = document.node(id);
    const url = hidden && document.kinds.pictureOf(hidden);
    if (url) pictures.push(url);
  }
  return { count: ids.size, pictures, work: foldedWork(scene, node.id, runs) };
}
