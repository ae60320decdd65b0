import type { Editor } from '../Editor';
import type { EditorEvent } from '../EditorEvent';
import type { Refolded } from '../scene/Folds';
import { centreOfBox, type Box } from '../geometry/box';
import type { Viewport } from '../geometry/viewport';
import { isFinitePoint, type Vector } from '../geometry/vector';
import type { HandleRef } from '../scene/connectionRule';
import { edgeAt, holderOf, type EdgeEnd } from '../scene/edgeAt';
import { slackAt } from '../scene/hitTest';
import { runShortcut } from '../shortcuts';
import { createState } from './createState';
import { AutoPan, isPulling } from './AutoPan';
import { Flight } from './Flight';
import type { Focus } from './Focus';
import type { GestureView } from './GestureView';
import { HeldPointers } from './HeldPointers';
import { heldTool, toolOf, type HeldTool } from './heldTool';
import type { EditorInput, KeyInput, PointerInput } from './input';
import { openCardAt } from './openCard';
import type { Start, ToolContext, ToolState } from './ToolState';
import { turnWheel } from './turnWheel';

/** The state of the tool and its pointers: one gesture at a time, whatever else touches the stage and the keys. */
export class StateChart {
  readonly #editor: Editor;
  readonly #context: ToolContext;
  readonly #emit: (event: EditorEvent) => void;
  readonly #pointers = new HeldPointers();
  #state: ToolState;
  /** The last input of the owner's pointer. */
  #last: PointerInput | null = null;
  /** Screen point at which others drag something over the stage. */
  #pannedAt: Vector | null = null;
  #autoPan = new AutoPan();
  #flight: Flight | null = null;
  /** The flight itself moves the view just now. */
  #isFlightStep = false;
  #wantsTicks = false;
  #heldTool: HeldTool | null = null;

  constructor(editor: Editor, gesture: GestureView, focus: Focus, emit: (event: EditorEvent) => void) {
    this.#editor = editor;
    this.#context = { editor, gesture, remember: () => focus.remember(), enter: (start) => this.enter(start) };
    this.#emit = emit;
    this.#state = createState(this.#context, { name: 'idle' });
  }

  get name(): ToolState['name'] {
    return this.#state.name;
  }

  /** Whether keys take effect: no gesture holds anything that a key could change. */
  get takesKeys(): boolean {
    return this.#isIdle || this.#state.leavesKeys === true;
  }

  /** Whether ticks are needed: something pulls the view along at its edge, a press may yet become a long press, or the view flies. */
  get wantsTicks(): boolean {
    return this.#wantsTicks;
  }

  get heldTool(): HeldTool | null {
    return this.#heldTool;
  }

  /** Whether a pointer holds something, until the release or a cancellation. */
  get isGesturing(): boolean {
    return this.#pannedAt !== null || !(this.#isIdle || this.#isWaiting);
  }

  /** The add menu, and an edge led by keys, wait without a pointer. */
  get #isWaiting(): boolean {
    return this.#state.name === 'addMenuOpen' || this.#state.name === 'keyboardConnecting';
  }

  get #isIdle(): boolean {
    return this.#state.name === 'idle';
  }

  /** Returns whether the input meant something to the canvas. */
  dispatch(input: EditorInput): boolean {
    if (!isSomewhere(input)) return false;
    switch (input.type) {
      case 'pointerDown':
        this.#pointerDown(input);
        return true;
      case 'pointerMove':
        this.#pointerMove(input);
        return true;
      case 'pointerUp':
        this.#pointerUp(input);
        return true;
      case 'pointerLeave':
        this.#context.gesture.setHover(null);
        this.#hoverEdge(null);
        return true;
      case 'doubleClick':
        // Two taps of a palm are no answer to what a pen is doing.
        if (this.#isIdle) openCardAt(this.#editor, input.point);
        return true;
      case 'dragOver':
        this.#autoPanBy(input.point);
        return true;
      case 'wheel':
        turnWheel(this.#editor.view, input);
        return true;
      case 'tick':
        this.#tick(input.elapsedMs);
        return true;
      case 'cancel':
        this.#takeAway(input.pointerId);
        return true;
      case 'keyDown':
        return this.#keyDown(input);
      case 'keyUp':
        return this.#keyUp(input);
    }
  }

  enter(start: Start): void {
    this.#follow(start);
    this.#state.onExit?.();
    this.#state = createState(this.#context, start);
    this.#autoPan = new AutoPan();
    this.#emit({ type: 'state' });
    this.#state.onEnter?.();
    if ('input' in start) this.#state.onPointerMove?.(start.input);
    this.#askForTicks();
  }

  /** Moves the view to the box, in some frames unless it is to be still; any other move or press ends that where it is. */
  fly(box: Box): void {
    this.flyTo(this.#editor.view.viewportThatFits(box), centreOfBox(box));
  }

  /** The same to a viewport; `around`: the world point that it flies to. */
  flyTo(viewport: Viewport, around: Vector): void {
    const { view, isStill } = this.#editor;
    if (view.size.width === 0) return;
    if (isStill) {
      view.setViewport(viewport);
      return;
    }
    this.#flight = new Flight(view.viewport, viewport, around);
    this.#askForTicks();
  }

  /** The keys lead a new edge from its anchor; ignored in the middle of a gesture. */
  connectByKeys(anchor: HandleRef, movedEdgeId: string | null = null): void {
    if (this.takesKeys) this.enter({ name: 'keyboardConnecting', anchor, movedEdgeId });
  }

  /** The keys do the same with an edge of the document, grabbed by one of its ends. */
  reconnectByKeys(edgeId: string, end: EdgeEnd): void {
    const { document } = this.#editor;
    const edge = document.edge(edgeId);
    const anchor = edge && holderOf(document, edge, end);
    if (anchor) this.connectByKeys(anchor, edgeId);
  }

  /** The keys point at a handle, or at none. */
  aim(target: HandleRef | null): void {
    this.#state.onAim?.(target);
  }

  /** The keys drop the pending connection. */
  letGo(): void {
    this.#state.onLetGo?.();
  }

  /** Cancels the gesture: the document stays as it was, and the view goes back by the distance of auto-pan. */
  cancel(): void {
    const { view } = this.#editor;
    const { panned } = this.#autoPan;
    this.#flight = null;
    this.#autoPanBy(null);
    this.#state.onCancel?.();
    if (!this.#isIdle) this.enter({ name: 'idle' });
    view.panBy({ x: panned.x * view.viewport.zoom, y: panned.y * view.viewport.zoom });
  }

  /** Nodes of the gesture may have been removed, and those it points at moved. */
  documentChanged(folded: Refolded): void {
    this.#state.onDocumentChange?.(folded);
    this.#moveAgain();
  }

  /** The view has moved or changed its size: what is held stays under the pointer. */
  viewMoved(): void {
    if (!this.#isFlightStep) this.#flight = null;
    // The handle under a still pointer has moved away, or is no longer drawn: its tooltip goes.
    const { gesture } = this.#context;
    gesture.setHover(gesture.hoverId, null);
    this.#moveAgain();
    this.#askForTicks();
  }

  #pointerDown(input: PointerInput): void {
    this.#flight = null;
    // A press elsewhere declines the add menu.
    if (this.#isWaiting) this.cancel();
    // A touch during a pen's work is the hand that holds it, until the pen is lifted.
    if (input.pointerType === 'touch' && this.#pointers.isPenOrMouseDown) return;
    // A palm comes down before its pen: its gesture meant nothing.
    if (input.pointerType === 'pen' && !this.#pointers.isPenOrMouseDown) {
      this.cancel();
      this.#pointers.clear();
    }
    const otherFinger = this.#pointers.press(input);
    if (otherFinger) {
      // A second finger cancels the gesture of the first, except that the pane stays where it was pulled to.
      if (this.#state.name !== 'panning' && this.#state.name !== 'pinching') this.cancel();
      this.enter({ name: 'pinching', first: otherFinger, second: input });
      return;
    }
    this.#state.onPointerDown?.(input);
  }

  #pointerMove(input: PointerInput): void {
    this.#pointers.move(input);
    if (!this.#isHeard(input)) return;
    this.#last = input;
    this.#state.onPointerMove?.(input);
    if (this.#isIdle) this.#hoverEdge(input.point);
    this.#askForTicks();
  }

  #hoverEdge(point: Vector | null): void {
    const { editor, gesture } = this.#context;
    const { zoom } = editor.view.viewport;
    // No edge is looked up over a card.
    const at = point && gesture.hoverId === null ? editor.view.toWorld(point) : null;
    gesture.setHoverEdge((at && edgeAt(editor.scene, at, slackAt(zoom))) ?? null, zoom);
  }

  #pointerUp(input: PointerInput): void {
    const isHeard = this.#isHeard(input);
    this.#pointers.release(input.pointerId);
    if (!isHeard) return;
    // A release may come at a point without a move before it.
    this.#state.onPointerMove?.(input);
    this.#state.onPointerUp?.(input);
  }

  #keyDown(input: KeyInput): boolean {
    const tool = this.takesKeys || input.key === ' ' ? heldTool(this.#editor, input) : null;
    if (tool !== null) {
      this.#hold(tool);
      return true;
    }
    if (input.key === 'Escape') {
      if (this.#isIdle && !this.#pannedAt && !this.#flight) {
        this.#hold(null);
        this.#editor.select({});
      } else this.cancel();
      return true;
    }
    // Keys wait during a gesture: the things it holds must not change meanwhile.
    return this.takesKeys && runShortcut(this.#editor, input);
  }

  #keyUp(input: KeyInput): boolean {
    // A Mac reports the release of no other key while ⌘ is down.
    const isReleased = input.key === 'Meta' || toolOf(input) === this.#heldTool;
    if (this.#heldTool === null || !isReleased) return false;
    this.#hold(null);
    return true;
  }

  #hold(tool: HeldTool | null): void {
    if (tool === this.#heldTool) return;
    this.#heldTool = tool;
    this.#emit({ type: 'state' });
  }

  /** Moves the view: a flight goes on, and a pointer at the edge pulls it for `elapsedMs`, with the dragged thing kept under it. */
  #tick(elapsedMs: number): void {
    if (!this.#wantsTicks) return;
    this.#state.onTick?.(elapsedMs);
    this.#flyOn(elapsedMs);
    const point = this.#heldAt();
    if (!point) return;
    const { view } = this.#editor;
    const { x, y } = this.#autoPan.step(point, view.size, view.viewport.zoom, elapsedMs);
    view.panBy({ x: -x, y: -y });
  }

  #flyOn(elapsedMs: number): void {
    const flight = this.#flight;
    if (!flight) return;
    const viewport = flight.step(elapsedMs);
    if (flight.isOver) this.#flight = null;
    this.#isFlightStep = true;
    this.#editor.view.setViewport(viewport);
    this.#isFlightStep = false;
    this.#askForTicks();
  }

  /** The system took this pointer away, or all there is; a gesture that another pointer steers goes on. */
  #takeAway(pointerId: number | undefined): void {
    const isMeant = pointerId === undefined || this.#pointers.isFollowed(pointerId);
    if (pointerId === undefined) {
      this.#pointers.clear();
      // A key's release may be lost with the window, never with a pointer.
      this.#hold(null);
    } else this.#pointers.release(pointerId);
    if (isMeant) this.cancel();
  }

  /** The pointer that holds something in the world, if one does. */
  #held(): PointerInput | null {
    return this.#state.autoPans ? this.#last : null;
  }

  /** Screen point at which something is held, in the world or over it. */
  #heldAt(): Vector | null {
    return this.#held()?.point ?? this.#pannedAt;
  }

  #autoPanBy(point: Vector | null): void {
    // It may come in over an edge, as from a palette that lies at one: none pulls before it was away from all of them.
    if (point && !this.#pannedAt && isPulling(point, this.#editor.view.size)) return;
    this.#pannedAt = point;
    // The view stays where it was pulled to.
    if (!point && !this.#held()) this.#autoPan = new AutoPan();
    this.#askForTicks();
  }

  #moveAgain(): void {
    const held = this.#held();
    if (held) this.#state.onPointerMove?.(held);
  }

  #askForTicks(): void {
    const point = this.#heldAt();
    const isPulled = point !== null && isPulling(point, this.#editor.view.size);
    if (!isPulled) this.#autoPan.rest();
    const wantsTicks = isPulled || this.#flight !== null || this.#state.wantsTicks === true;
    if (wantsTicks === this.#wantsTicks) return;
    this.#wantsTicks = wantsTicks;
    this.#emit({ type: 'ticks' });
  }

  #follow(start: Start): void {
    if ('input' in start) this.#last = start.input;
    this.#pointers.follow(steering(start));
  }

  /** A gesture follows the pointers that steer it; resting hears every one. */
  #isHeard({ pointerId }: PointerInput): boolean {
    return this.#isIdle || this.#pointers.isFollowed(pointerId);
  }
}

/** Whether all places, ways and times of an input are finite: the stage knows no others. */
function isSomewhere(input: EditorInput): boolean {
  if (input.type === 'tick') return Number.isFinite(input.elapsedMs);
  if (input.type === 'wheel' && !isFinitePoint({ x: input.deltaX, y: input.deltaY })) return false;
  return !('point' in input) || input.point === null || isFinitePoint(input.point);
}

function steering(start: Start): readonly PointerInput[] {
  if ('input' in start) return [start.input];
  return start.name === 'pinching' ? [start.first, start.second] : [];
}
