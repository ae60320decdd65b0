import type { Point } from '../../BenchDoor';

/** Door of a peer's page to the bench that builds a flow by hand: the page's own graph. Points are in the window. */
interface HandDoor {
  /** Ids and kinds of the nodes, in the order in which they came. */
  nodes(): readonly (readonly [id: string, kind: string])[];
  edges(): readonly (readonly [source: string, target: string])[];
  /** An output, or the input of that number. */
  slotAt(nodeId: string, slot: number | 'out'): Point;
}

declare global {
  interface Window {
    hand?: HandDoor;
  }
}
