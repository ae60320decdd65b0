import type { Refolded } from '../../scene/Folds';
import type { Vector } from '../../geometry/vector';
import type { HandleRef } from '../../scene/connectionRule';
import { typesToJoin, type AddMenu } from '../../scene/addMenu';
import type { GestureView } from '../GestureView';
import { PendingConnection } from '../PendingConnection';
import type { ToolContext, ToolState } from '../ToolState';

/** An edge was dropped on the pane: it stays there until the person chooses what to add, or presses elsewhere. */
export class AddMenuOpen implements ToolState {
  readonly name = 'addMenuOpen';
  readonly #gesture: GestureView;
  readonly #connection: PendingConnection;
  readonly #addMenu: AddMenu;

  constructor(context: ToolContext, from: HandleRef, at: Vector) {
    this.#gesture = context.gesture;
    this.#connection = new PendingConnection(context, from);
    const types = typesToJoin(context.editor.document, from);
    this.#addMenu = { from, beside: this.#connection.selected, at, types };
  }

  onEnter(): void {
    this.#gesture.setPreview({ addMenu: this.#addMenu });
    this.#connection.moveTo(null, this.#addMenu.at);
  }

  onDocumentChange(folded: Refolded): void {
    this.#connection.leaveFolded(folded);
    this.#connection.moveTo(null, this.#addMenu.at);
  }

  onExit(): void {
    this.#connection.clear();
    this.#gesture.setPreview({ addMenu: null });
  }
}
