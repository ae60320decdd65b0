import type { NodeWork } from '../../../actions';
import type { Editor } from '../../../engine';

/** Most hidden nodes that are looked at; nobody needs an exact number beyond that. */
const LOOKS = 200;

/**
 * Counts of the hidden nodes of a folded frame that are under way and that have failed; null when there are none, and
 * for every other node.
 */
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
