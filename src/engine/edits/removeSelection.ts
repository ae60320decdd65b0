import type { Change } from '../document/Change';
import type { Selection } from '../scene/selection';

/** The selected nodes with all their edges, then the selected edges that are left. */
export const removeSelection = ({ nodes, edges }: Selection): readonly Change[] => [
  ...Array.from(nodes, (id): Change => ({ type: 'removeNode', id })),
  ...Array.from(edges, (id): Change => ({ type: 'removeEdge', id })),
];
