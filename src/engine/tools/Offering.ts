import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import { typesToJoin, type Offer } from '../scene/offer';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A pipe was let go over the empty floor: it hangs there until somebody chooses what to add, or presses elsewhere. */
export class Offering implements ToolState {
  readonly name = 'offering';
  readonly #context: ToolContext;
  readonly #pipe: PipeInHand;
  readonly #offer: Offer;

  constructor(context: ToolContext, from: HandleRef, at: Vector) {
    this.#context = context;
    this.#pipe = new PipeInHand(context, from);
    this.#offer = { from, at, types: typesToJoin(context.document, from) };
  }

  onEnter(): void {
    this.#context.setPreview({ offer: this.#offer });
    this.onDocumentChange();
  }

  onDocumentChange(): void {
    if (!this.#pipe.lead(null, this.#offer.at)) this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#pipe.clear();
    this.#context.setPreview({ offer: null });
  }
}
