import type { NodeWork } from '../../../actions';
import type { Editor } from '../../../engine';

/** Nobody needs to hear an exact number of more. */
const LOOKS = 200;

/** How many of what a folded frame hides are under way and have failed; null where none is, and for every other node. */
export function heldWorkOf(
  { scene }: Editor,
  nodeId: string,
  workOf: (nodeId: string) => NodeWork,
): { readonly underWay: number; readonly failed: number } | null {
  const works = [...scene.folds.heldBy(nodeId)].slice(0, LOOKS).map(workOf);
  const failed = works.filter((work) => work === 'failed').length;
  const underWay = works.filter((work) => work !== 'failed' && work !== 'none').length;
  return underWay + failed === 0 ? null : { underWay, failed };
}
