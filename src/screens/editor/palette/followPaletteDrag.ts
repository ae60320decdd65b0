import type { PaletteItem } from './paletteItems';

/** What the panel asks of the canvas it drops on. Points are client coordinates. */
export interface DropZone {
  /** Whether a drop at the point lands on the stage. */
  readonly holds: (clientX: number, clientY: number) => boolean;
  /** Screen pixels per world pixel, for the ghost. */
  readonly zoom: () => number;
  /** Something is held there: at the stage's edge it pulls the view along. Answers whether it is over the stage or beyond. */
  readonly carry: (clientX: number, clientY: number) => boolean;
  /** What is carried is not dropped after all: the view goes back by what it was pulled. */
  readonly giveUp: () => void;
  /** Answers whether a node was added: a model that is not there yet is refused with a toast. */
  readonly drop: (item: PaletteItem, clientX: number, clientY: number) => boolean;
  /** Answers the node's id; null where none was added. */
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

export interface DragView {
  readonly start: (item: PaletteItem) => void;
  /** `isOver`: the point is on the stage. */
  readonly move: (clientX: number, clientY: number, isOver: boolean) => void;
  readonly end: () => void;
}

/** One press on an entry, as far as it has come. */
export interface PalettePress {
  /** A finger or a pen, which scrolls the list as well. */
  readonly isTouch: boolean;
  /** It holds the entry: the list must not scroll under it. */
  readonly isHolding: boolean;
  /** It went nowhere and was not given up. */
  readonly isClick: boolean;
}

/**
 * Follows one press on a palette entry until it is a drop, a click or nothing. Pointer events, so that a mouse, a pen
 * and a finger do the same; the browser's own dragging has no touch.
 */
export function followPaletteDrag(
  press: PointerEvent,
  entry: HTMLElement,
  item: PaletteItem,
  zone: DropZone,
  view: DragView,
): PalettePress {
  const controller = new AbortController();
  const { signal } = controller;
  const isTouch = press.pointerType === 'touch' || press.pointerType === 'pen';
  const slop = isTouch ? TOUCH_SLOP : SLOP;
  const state = { isTouch, isHolding: false, isClick: true };
  let holdTimer: number | undefined;
  let isCarried = false;

  const hold = (): void => {
    window.clearTimeout(holdTimer);
    if (state.isHolding) return;
    state.isHolding = true;
    view.start(item);
  };
  const show = (x: number, y: number): void => {
    view.move(x, y, zone.holds(x, y));
    isCarried = zone.carry(x, y);
  };
  const finish = (): void => {
    window.clearTimeout(holdTimer);
    controller.abort();
    state.isHolding = false;
    view.end();
  };
  const cease = (): void => {
    finish();
    if (isCarried) zone.giveUp();
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
    if (isTouch && !state.isHolding && Math.abs(down) > Math.abs(right)) {
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
      if (event.key !== 'Escape' || !state.isHolding) return;
      // It means nothing else then: before the panel hears of it, and beside the stage, which does the same.
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    },
    { signal, capture: true },
  );
  return state;
}
