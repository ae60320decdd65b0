import type { Point } from '../../BenchDoor';

/** What a peer's page tells of its own graph to the bench that builds a flow by hand. Points are of the window. */
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
