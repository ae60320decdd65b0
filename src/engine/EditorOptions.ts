import type { GraphDocument } from './model/GraphDocument';
import type { Snapshot } from './model/Snapshot';

export interface EditorOptions {
  readonly snapshot: Snapshot;
  /** Of that snapshot, for this editor alone; made where it is not given. */
  readonly document?: GraphDocument | undefined;
  /** A new unique id at each call; ids of nodes are built from it. */
  readonly uniqueId: () => string;
}
