import { contains } from '../../geometry/box';
import type { Refolded } from '../../scene/Folds';
import type { Vector } from '../../geometry/vector';
import type { HandleRef } from '../../scene/connectionRule';
import type { PointerInput } from '../input';
import { PendingConnection } from '../PendingConnection';
import type { ToolContext, ToolState } from '../ToolState';

/** A new edge follows the pointer from the handle it was drawn out of, with shift to all it comes over; on the pane it asks what to add there. */
export class Connecting implements ToolState {
  readonly name = 'connecting';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #connection: PendingConnection;

  constructor(context: ToolContext, anchor: HandleRef) {
    this.#context = context;
    this.#connection = new PendingConnection(context, anchor);
  }

  onPointerMove(input: PointerInput): void {
    this.#connection.follow(input.point, input.shift);
  }

  onPointerUp(input: PointerInput): void {
    this.#connection.letGo(this.#paneAt(input.point));
  }

  onDocumentChange(folded: Refolded): void {
    this.#connection.leaveFolded(folded);
  }

  onExit(): void {
    this.#connection.clear();
  }

  #paneAt(screen: Vector): Vector | null {
    const { editor } = this.#context;
    const { view } = editor;
    const stage = { x: 0, y: 0, ...view.size };
    const isPane = contains(stage, screen) && editor.hit(screen).type === 'pane';
    return isPane ? view.toWorld(screen) : null;
  }
}
