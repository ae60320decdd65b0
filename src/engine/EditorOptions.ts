import type { GraphDocument } from './document/GraphDocument';
import type { NodeKinds } from './nodes/NodeKinds';
import type { OpenableSnapshot } from './document/Snapshot';

export interface EditorOptions {
  readonly snapshot: OpenableSnapshot;
  /** Document built from `snapshot`; created when omitted. Must not be shared with another editor. */
  readonly document?: GraphDocument | undefined;
  /** The kinds of nodes that it knows; `NODE_KINDS` when absent. A `document` that is given has its own. */
  readonly kinds?: NodeKinds | undefined;
  /** A new unique id at each call; ids of nodes are built from it. One that is taken already is an error, and nothing changes. */
  readonly uniqueId: () => string;
  /** How many steps can be undone; 500 when absent. The oldest are forgotten first. */
  readonly undoSteps?: number | undefined;
  /** Gets the error of a listener; without it that is an uncaught error, after all other listeners have been told. */
  readonly onListenerError?: ((error: unknown) => void) | undefined;
}
