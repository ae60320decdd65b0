import { createState } from './createState';
import { HeldPointers } from './HeldPointers';
import type { PointerInput } from './input';
import type { Start, ToolContext, ToolState } from './ToolState';

/** The state of the tool and the pointers that steer it: one gesture at a time, whatever else touches the stage. */
export class StateChart {
  readonly #context: ToolContext;
  readonly #onEntered: () => void;
  readonly #pointers = new HeldPointers();
  #state: ToolState;

  /** `onEntered` is told of every state but the first. */
  constructor(context: ToolContext, onEntered: () => void) {
    this.#context = context;
    this.#onEntered = onEntered;
    this.#state = createState(context, { name: 'idle' });
  }

  get name(): ToolState['name'] {
    return this.#state.name;
  }

  get isIdle(): boolean {
    return this.#state.name === 'idle';
  }

  enter(start: Start): void {
    this.#state.onExit?.();
    this.#state = createState(this.#context, start);
    this.#onEntered();
    this.#state.onEnter?.();
  }

  pointerDown(input: PointerInput): void {
    const otherFinger = this.#pointers.press(input);
    if (otherFinger) {
      // What one finger began is given up, except that the floor stays where it was pulled to.
      if (this.#state.name !== 'panning' && this.#state.name !== 'pinching') this.cancel();
      this.enter({ name: 'pinching', first: otherFinger, second: input });
      return;
    }
    if (this.isIdle) this.#pointers.own(input);
    this.#state.onPointerDown?.(input);
  }

  pointerMove(input: PointerInput): void {
    this.#pointers.move(input);
    if (this.#isHeard(input)) this.#state.onPointerMove?.(input);
  }

  pointerUp(input: PointerInput): void {
    this.#pointers.release(input);
    if (!this.#isHeard(input)) return;
    // A release may come at a point that no move has told of.
    this.#state.onPointerMove?.(input);
    this.#state.onPointerUp?.(input);
  }

  /** Gives the gesture up: the document stays as it was. */
  cancel(): void {
    this.#state.onCancel?.();
  }

  /** The system took the pointers away. */
  forgetPointers(): void {
    this.#pointers.clear();
  }

  /** What the gesture holds may have been removed. */
  documentChanged(): void {
    this.#state.onDocumentChange?.();
  }

  /** A gesture follows the pointer that began it; resting and pinching hear every one. */
  #isHeard(input: PointerInput): boolean {
    return this.isIdle || this.#state.name === 'pinching' || this.#pointers.isOwner(input);
  }
}
