import type { Change } from '../model/Change';
import type { Selection } from '../scene/hitTest';

/** The selected nodes with all their edges, and the selected edges. */
export const removeSelection = ({ nodes, edges }: Selection): readonly Change[] => [
  ...Array.from(edges, (id): Change => ({ type: 'removeEdge', id })),
  ...Array.from(nodes, (id): Change => ({ type: 'removeNode', id })),
];
