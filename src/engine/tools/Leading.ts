import type { Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import { floorBeside } from '../scene/floorBeside';
import { joinHandles } from './joinHandles';
import { PipeInHand } from './PipeInHand';
import type { ToolContext, ToolState } from './ToolState';

/** A new pipe is led from handle to handle by keys; until it points at one it hangs over the floor beside its own. */
export class Leading implements ToolState {
  readonly name = 'leading';
  readonly leavesKeys = true;
  readonly #context: ToolContext;
  readonly #pipe: PipeInHand;
  readonly #floor: Vector;
  #target: HandleRef | null = null;

  constructor(context: ToolContext, anchor: HandleRef) {
    this.#context = context;
    this.#pipe = new PipeInHand(context, anchor);
    this.#floor = floorBeside(context.scene, context.document, anchor);
  }

  onEnter(): void {
    this.onDocumentChange();
  }

  /** Either end may have moved or gone. */
  onDocumentChange(): void {
    if (!this.#pipe.lead(this.#target, this.#floor)) this.#context.enter({ name: 'idle' });
  }

  onAim(target: HandleRef | null): void {
    this.#target = target;
    this.onDocumentChange();
  }

  onLetGo(): void {
    const { anchor, target } = this.#pipe;
    if (target) joinHandles(this.#context, anchor, target);
    else this.#context.enter({ name: 'offering', from: anchor, at: this.#floor });
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#pipe.clear();
  }
}
