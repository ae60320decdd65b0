import { subtract } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import { createState } from './createState';
import { EdgePan } from './EdgePan';
import { HeldPointers } from './HeldPointers';
import type { PointerInput } from './input';
import type { Start, ToolContext, ToolState } from './ToolState';

/** Whom the chart tells of what it did by itself. */
export interface ChartListener {
  /** Of every state but the first. */
  readonly onEntered: () => void;
  /** `wantsTicks` has changed. */
  readonly onTicksWanted: () => void;
}

/** The state of the tool and the pointers that steer it: one gesture at a time, whatever else touches the stage. */
export class StateChart {
  readonly #context: ToolContext;
  readonly #listener: ChartListener;
  readonly #pointers = new HeldPointers();
  #state: ToolState;
  /** What the owner's pointer said last. */
  #last: PointerInput | null = null;
  #edgePan = new EdgePan();
  #wantsTicks = false;

  constructor(context: ToolContext, listener: ChartListener) {
    this.#context = context;
    this.#listener = listener;
    this.#state = createState(context, { name: 'idle' });
  }

  get name(): ToolState['name'] {
    return this.#state.name;
  }

  get isIdle(): boolean {
    return this.#state.name === 'idle';
  }

  /** No hand holds anything that a key could change. */
  get takesKeys(): boolean {
    return this.isIdle || this.#state.leavesKeys === true;
  }

  /** Something is held at the edge of the stage: the view moves with every tick. */
  get wantsTicks(): boolean {
    return this.#wantsTicks;
  }

  enter(start: Start): void {
    this.#follow(start);
    this.#state.onExit?.();
    this.#state = createState(this.#context, start);
    this.#edgePan = new EdgePan();
    this.#listener.onEntered();
    this.#state.onEnter?.();
    this.#lookAtEdge();
  }

  pointerDown(input: PointerInput): void {
    // An offer, and a pipe led by keys, wait without a pointer; whoever presses elsewhere has declined.
    if (this.#state.name === 'offering' || this.#state.name === 'leading') this.cancel();
    // Until it is lifted, what touches the glass beside a working pen is the hand that holds it.
    if (input.pointerType === 'touch' && this.#pointers.isToolInHand) return;
    // A palm comes down before its pen: whatever it has begun meant nothing.
    if (input.pointerType === 'pen' && !this.#pointers.isToolInHand) {
      this.cancel();
      this.#pointers.clear();
    }
    const otherFinger = this.#pointers.press(input);
    if (otherFinger) {
      // What one finger began is given up, except that the floor stays where it was pulled to.
      if (this.#state.name !== 'panning' && this.#state.name !== 'pinching') this.cancel();
      this.enter({ name: 'pinching', first: otherFinger, second: input });
      return;
    }
    this.#state.onPointerDown?.(input);
  }

  pointerMove(input: PointerInput): void {
    this.#pointers.move(input);
    if (!this.#isHeard(input)) return;
    this.#last = input;
    this.#state.onPointerMove?.(input);
    this.#lookAtEdge();
  }

  pointerUp(input: PointerInput): void {
    const isHeard = this.#isHeard(input);
    this.#pointers.release(input.pointerId);
    if (!isHeard) return;
    // A release may come at a point that no move has told of.
    this.#state.onPointerMove?.(input);
    this.#state.onPointerUp?.(input);
  }

  /** The keys point at a handle, or at none. */
  aim(target: HandleRef | null): void {
    this.#state.onAim?.(target);
  }

  /** The keys let go what they lead. */
  letGo(): void {
    this.#state.onLetGo?.();
  }

  /** Pulls the view along by what `elapsedMs` is worth; what is held stays under the pointer. */
  tick(elapsedMs: number): void {
    const held = this.#held();
    if (!held || !this.#wantsTicks) return;
    const camera = this.#context.camera();
    const step = this.#edgePan.step(held.point, this.#context.size(), camera.zoom, elapsedMs);
    this.#context.setCamera({ ...subtract(camera, step), zoom: camera.zoom });
  }

  /** The view has moved or changed its size: what is held stays under the pointer. */
  viewMoved(): void {
    const held = this.#held();
    if (held) this.#state.onPointerMove?.(held);
    this.#lookAtEdge();
  }

  /** Gives the gesture up: the document stays as it was, and the view goes back by what the edge has pulled it. */
  cancel(): void {
    const { panned } = this.#edgePan;
    this.#state.onCancel?.();
    const { x, y, zoom } = this.#context.camera();
    this.#context.setCamera({ x: x + panned.x * zoom, y: y + panned.y * zoom, zoom });
  }

  /** The system took this pointer away, or every one (null); a gesture that another pointer steers goes on. */
  takeAway(pointerId: number | null): void {
    const isMeant = pointerId === null || this.#pointers.isFollowed(pointerId);
    if (pointerId === null) this.#pointers.clear();
    else this.#pointers.release(pointerId);
    if (isMeant) this.cancel();
  }

  /** What the gesture holds may have been removed. */
  documentChanged(): void {
    this.#state.onDocumentChange?.();
  }

  /** The pointer that holds something in the world, if one does. */
  #held(): PointerInput | null {
    return this.#state.isHolding ? this.#last : null;
  }

  #lookAtEdge(): void {
    const held = this.#held();
    const wantsTicks = held !== null && this.#edgePan.isPulling(held.point, this.#context.size());
    if (!wantsTicks) this.#edgePan.rest();
    if (wantsTicks === this.#wantsTicks) return;
    this.#wantsTicks = wantsTicks;
    this.#listener.onTicksWanted();
  }

  #follow(start: Start): void {
    if ('input' in start) this.#last = start.input;
    this.#pointers.follow(steering(start));
  }

  /** A gesture follows the pointers that steer it; resting hears every one. */
  #isHeard({ pointerId }: PointerInput): boolean {
    return this.isIdle || this.#pointers.isFollowed(pointerId);
  }
}

function steering(start: Start): readonly PointerInput[] {
  if ('input' in start) return [start.input];
  return start.name === 'pinching' ? [start.first, start.second] : [];
}
