import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import { typesToJoin, type Offer } from '../scene/offer';
import type { GestureView } from './GestureView';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A pipe was let go over the empty floor: it hangs there until somebody chooses what to add, or presses elsewhere. */
export class Offering implements ToolState {
  readonly name = 'offering';
  readonly #gesture: GestureView;
  readonly #pipe: PipeInHand;
  readonly #offer: Offer;

  constructor(context: ToolContext, from: HandleRef, at: Vector) {
    this.#gesture = context.gesture;
    this.#pipe = new PipeInHand(context, from);
    this.#offer = { from, at, types: typesToJoin(context.editor.document, from) };
  }

  onEnter(): void {
    this.#gesture.setPreview({ offer: this.#offer });
    this.onDocumentChange();
  }

  onDocumentChange(): void {
    this.#pipe.lead(null, this.#offer.at);
  }

  onExit(): void {
    this.#pipe.clear();
    this.#gesture.setPreview({ offer: null });
  }
}
