import type { NodeKinds, Size, Vector } from '../../../engine';
import type { ModelsStore } from '../../../stores/generation/ModelsStore';
import type { PaletteItem } from './paletteItems';

/** Where what is dragged may be dropped. Points are client coordinates. */
export interface DragZone<Item> {
  /** Whether a drop at the point lands on the stage. */
  readonly holds: (clientX: number, clientY: number) => boolean;
  /** Something is held there: at the stage's edge it pulls the view along. Returns whether it is over the stage or beyond. */
  readonly dragOver: (clientX: number, clientY: number) => boolean;
  /** What is dragged is not dropped after all: the view goes back by what it was pulled. */
  readonly giveUp: () => void;
  readonly drop: (item: Item, clientX: number, clientY: number) => unknown;
}

/** What the panel asks of the canvas it drops on. */
export interface DropZone extends DragZone<PaletteItem> {
  /** What its palette is made of. */
  readonly kinds: NodeKinds;
  readonly models: Pick<ModelsStore, 'names'>;
  /** Screen pixels per world pixel, for the ghost. */
  readonly zoom: () => number;
  /** The drag is over: where the corner of a new node of this size goes that was let go there, in the world. */
  readonly land: (size: Size, clientX: number, clientY: number) => Vector;
  /** Returns whether a node was added: a model that is not there yet is refused with a toast. */
  readonly drop: (item: PaletteItem, clientX: number, clientY: number) => boolean;
  /** Returns the node's id; null where none was added. */
  readonly addAtCentre: (item: PaletteItem) => string | null;
  /** The canvas has the focus, or the node that was added. */
  readonly focus: (nodeId?: string | null) => void;
}

/** How far a mouse may tremble before a press becomes a drag; CSS pixels. */
const SLOP = 4;
/** The same for a finger or a pen. */
const TOUCH_SLOP = 10;
/** A finger that rests for so long has taken hold of the entry; before that, up and down scrolls the list. */
const LONG_PRESS_MS = 250;
/** Of `PointerEvent.buttons`: a mouse's main one, the touch of a finger or a pen. */
const MAIN_BUTTON = 1;

type Follower = (event: PointerEvent) => void;

export interface DragView<Item> {
  readonly start: (item: Item) => void;
  /** `isOver`: the point is on the stage. */
  readonly move: (clientX: number, clientY: number, isOver: boolean) => void;
  readonly end: () => void;
}

/** One press on an entry, as far as it has come. */
export interface DragPress {
  /** A finger or a pen, which scrolls the list as well. */
  readonly isTouch: boolean;
  /** It holds the entry: the list must not scroll under it. */
  readonly isDragging: boolean;
  /** It went nowhere and was not given up. */
  readonly isClick: boolean;
}

/**
 * Follows one press on what can be dragged onto the canvas until it is a drop, a click or nothing. Pointer events, so that a mouse, a pen
 * and a finger do the same; the browser's own dragging has no touch.
 */
export function followDrag<Item>(
  press: PointerEvent,
  entry: HTMLElement,
  item: Item,
  zone: DragZone<Item>,
  view: DragView<Item>,
): DragPress {
  const controller = new AbortController();
  const { signal } = controller;
  const isTouch = press.pointerType === 'touch' || press.pointerType === 'pen';
  const slop = isTouch ? TOUCH_SLOP : SLOP;
  const state = { isTouch, isDragging: false, isClick: true };
  let holdTimer: number | undefined;
  let isOverStage = false;

  const hold = (): void => {
    window.clearTimeout(holdTimer);
    if (state.isDragging) return;
    state.isDragging = true;
    view.start(item);
  };
  const show = (x: number, y: number): void => {
    view.move(x, y, zone.holds(x, y));
    isOverStage = zone.dragOver(x, y);
  };
  const finish = (): void => {
    window.clearTimeout(holdTimer);
    controller.abort();
    state.isDragging = false;
    view.end();
  };
  const cease = (): void => {
    finish();
    if (isOverStage) zone.giveUp();
  };
  const giveUp = (): void => {
    state.isClick = false;
    cease();
  };
  const release = (x: number, y: number): void => {
    if (state.isClick || !zone.holds(x, y)) {
      cease();
      return;
    }
    finish();
    zone.drop(item, x, y);
  };
  const follow = (event: PointerEvent): void => {
    const right = event.clientX - press.clientX;
    const down = event.clientY - press.clientY;
    if (state.isClick && Math.hypot(right, down) < slop) return;
    if (isTouch && !state.isDragging && Math.abs(down) > Math.abs(right)) {
      giveUp();
      return;
    }
    state.isClick = false;
    hold();
    show(event.clientX, event.clientY);
  };

  entry.setPointerCapture?.(press.pointerId);
  if (isTouch) {
    holdTimer = window.setTimeout(() => {
      hold();
      show(press.clientX, press.clientY);
    }, LONG_PRESS_MS);
  }
  // On the window, which hears of the pointer even when the entry has gone.
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture', to: Follower): void =>
    window.addEventListener(type, (event) => event.pointerId === press.pointerId && to(event), { signal });
  listen('pointermove', (event) => {
    if ((event.buttons & MAIN_BUTTON) !== 0) follow(event);
    // Another button is still down: then the release of this one is told as a move.
    else if (event.button === 0) release(event.clientX, event.clientY);
    // Let go where the page could not hear it, such as over another program's window.
    else giveUp();
  });
  listen('pointerup', (event) => release(event.clientX, event.clientY));
  listen('pointercancel', giveUp);
  listen('lostpointercapture', giveUp);
  window.addEventListener('blur', giveUp, { signal });
  entry.addEventListener(
    'contextmenu',
    (event) => {
      // Browsers offer a menu to a finger that rests.
      if (isTouch) event.preventDefault();
    },
    { signal },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !state.isDragging) return;
      // It means nothing else then: before the panel hears of it, and beside the stage, which does the same.
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    },
    { signal, capture: true },
  );
  return state;
}
