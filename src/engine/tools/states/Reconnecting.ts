import { contains } from '../../geometry/box';
import type { Vector } from '../../geometry/vector';
import type { HandleRef } from '../../scene/connectionRule';
import type { PointerInput } from '../input';
import { PendingConnection } from '../PendingConnection';
import type { ToolContext, ToolState } from '../ToolState';

/** An edge is grabbed by one of its ends and follows the pointer to another handle; on the pane it is deleted. */
export class Reconnecting implements ToolState {
  readonly name = 'reconnecting';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #connection: PendingConnection;

  constructor(context: ToolContext, edgeId: string, holder: HandleRef) {
    this.#context = context;
    this.#connection = new PendingConnection(context, holder, edgeId);
  }

  onPointerMove(input: PointerInput): void {
    this.#connection.follow(input.point);
  }

  onPointerUp(input: PointerInput): void {
    this.#connection.letGo(this.#paneAt(input.point));
  }

  onExit(): void {
    this.#connection.clear();
  }

  /** Edges are no hindrance: the pending one is still hit where the document has it. */
  #paneAt(screen: Vector): Vector | null {
    const { editor } = this.#context;
    const { view } = editor;
    const isOnStage = contains({ x: 0, y: 0, ...view.size }, screen);
    return isOnStage && !('node' in editor.hit(screen)) ? view.toWorld(screen) : null;
  }
}
