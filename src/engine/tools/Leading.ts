import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import { floorBeside } from '../scene/floorBeside';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/**
 * A pipe, new or taken by an end, is led from handle to handle by keys; until it points at one it hangs over the floor
 * beside its own.
 */
export class Leading implements ToolState {
  readonly name = 'leading';
  readonly leavesKeys = true;
  readonly #pipe: PipeInHand;
  readonly #floor: Vector;
  readonly #isNew: boolean;
  #target: HandleRef | null = null;

  constructor(context: ToolContext, anchor: HandleRef, movedEdgeId: string | null) {
    this.#pipe = new PipeInHand(context, anchor, movedEdgeId);
    this.#isNew = movedEdgeId === null;
    this.#floor = floorBeside(context.editor.scene, context.editor.document, anchor);
  }

  onEnter(): void {
    this.onDocumentChange();
  }

  onDocumentChange(): void {
    this.#pipe.lead(this.#target, this.#floor);
  }

  onAim(target: HandleRef | null): void {
    this.#target = target;
    this.onDocumentChange();
  }

  onLetGo(): void {
    // Led by keys a pipe of the document is over the pane wherever it has no handle: Delete deletes it, not a slip.
    this.#pipe.letGo(this.#isNew ? this.#floor : null);
  }

  onExit(): void {
    this.#pipe.clear();
  }
}
