import type { Refolded } from '../../scene/Folds';
import type { Vector } from '../../geometry/vector';
import type { HandleRef } from '../../scene/connectionRule';
import { paneBeside } from '../../scene/addMenu';
import { PendingConnection } from '../PendingConnection';
import type { ToolContext, ToolState } from '../ToolState';

/**
 * An edge, new or grabbed by an end, is moved from handle to handle by keys; until it points at one it hangs over the pane beside its own.
 */
export class KeyboardConnecting implements ToolState {
  readonly name = 'keyboardConnecting';
  readonly leavesKeys = true;
  readonly #connection: PendingConnection;
  readonly #paneSpot: Vector;
  readonly #isNew: boolean;
  #target: HandleRef | null = null;

  constructor(context: ToolContext, anchor: HandleRef, movedEdgeId: string | null) {
    this.#connection = new PendingConnection(context, anchor, movedEdgeId);
    this.#isNew = movedEdgeId === null;
    this.#paneSpot = paneBeside(context.editor.scene, context.editor.document, anchor);
  }

  onEnter(): void {
    this.#lead();
  }

  onDocumentChange(folded: Refolded): void {
    this.#connection.leaveFolded(folded);
    this.#lead();
  }

  onAim(target: HandleRef | null): void {
    this.#target = target;
    this.#lead();
  }

  onLetGo(): void {
    // An existing edge that aims at no handle is put back, not deleted: by keys only Delete deletes an edge.
    this.#connection.letGo(this.#isNew ? this.#paneSpot : null);
  }

  onExit(): void {
    this.#connection.clear();
  }

  #lead(): void {
    this.#connection.moveTo(this.#target, this.#paneSpot);
  }
}
