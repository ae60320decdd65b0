import type { NodeKinds, Size, Vector } from '../../../engine';
import { trackPointer } from '../../../engine/konva';
import type { PaletteItem, PaletteModels } from './paletteItems';

/** The place where the dragged item may be dropped. Points are client coordinates. */
export interface DragZone<Item> {
  /** True when a drop at the point lands on the stage. */
  readonly holds: (clientX: number, clientY: number) => boolean;
  /**
   * Called while an item is held there: at the stage's edge it auto-pans the view. Returns whether the point is over
   * the stage or beyond.
   */
  readonly dragOver: (clientX: number, clientY: number) => boolean;
  /** Called when the item is not dropped after all: undoes the auto-pan. */
  readonly giveUp: () => void;
  readonly drop: (item: Item, clientX: number, clientY: number) => unknown;
}

/** The parts of the canvas that the panel uses for a drop. */
export interface DropZone extends DragZone<PaletteItem> {
  /** The node kinds that the palette lists. */
  readonly kinds: NodeKinds;
  readonly models: PaletteModels;
  /** Screen pixels per world pixel, for the ghost. */
  readonly zoom: () => number;
  /** Ends the drag: the corner of a new node of this size dropped there, as a world point. */
  readonly land: (size: Size, clientX: number, clientY: number) => Vector;
  /** Returns whether a node was added: a model that is not available yet is refused with a toast. */
  readonly drop: (item: PaletteItem, clientX: number, clientY: number) => boolean;
  /** Adds a node about a world point, else in the middle of the view, where there is room. Returns its id; null when none was added. */
  readonly add: (item: PaletteItem, at?: Vector) => string | null;
  /** Gives the focus to the canvas, or to the node that was added. */
  readonly focus: (nodeId?: string | null) => void;
}

/** Distance within which a mouse press stays a press; CSS pixels. */
const SLOP = 4;
/** The same for a finger or a pen. */
const TOUCH_SLOP = 10;
/** A finger that rests this long drags the entry; before that, up and down scrolls the list. */
const LONG_PRESS_MS = 250;
export interface DragView<Item> {
  readonly start: (item: Item) => void;
  /** `isOver`: the point is on the stage. */
  readonly move: (clientX: number, clientY: number, isOver: boolean) => void;
  readonly end: () => void;
}

/** The ways that a quick finger scrolls a list; another way it drags the entry. */
type ListScroll = 'upAndDown' | 'everyWay';

/** One press on an entry and its progress. */
export interface DragPress {
  /** True for a finger or a pen, which scrolls the list as well. */
  readonly isTouch: boolean;
  /** True while it holds the entry: the list must not scroll under it. */
  readonly isDragging: boolean;
  /** True when it did not move and was not cancelled. */
  readonly isClick: boolean;
}

/**
 * Follows one press on an item that can be dragged onto the canvas until it is a drop, a click or nothing. Uses pointer
 * events, so that a mouse, a pen and a finger do the same; the browser's own dragging has no touch.
 */
export function followDrag<Item>(
  press: PointerEvent,
  entry: HTMLElement,
  item: Item,
  zone: DragZone<Item>,
  view: DragView<Item>,
  scroll: ListScroll = 'upAndDown',
): DragPress {
  const isTouch = press.pointerType === 'touch' || press.pointerType === 'pen';
  const state = { isTouch, isDragging: false, isClick: true };
  let isOverStage = false;

  const start = (): void => {
    if (state.isDragging) return;
    state.isDragging = true;
    view.start(item);
  };
  const show = ({ clientX: x, clientY: y }: PointerEvent): void => {
    view.move(x, y, zone.holds(x, y));
    isOverStage = zone.dragOver(x, y);
  };
  const finish = (): void => {
    state.isDragging = false;
    view.end();
  };
  const cease = (): void => {
    finish();
    if (isOverStage) zone.giveUp();
  };

  const giveUp = trackPointer(press, {
    captor: entry,
    slop: isTouch ? TOUCH_SLOP : SLOP,
    longPressMs: isTouch ? LONG_PRESS_MS : undefined,
    isEscapable: true,
    onLongPress() {
      start();
      show(press);
    },
    onMove(event) {
      const isUpOrDown = Math.abs(event.clientY - press.clientY) > Math.abs(event.clientX - press.clientX);
      const isAlongList = isUpOrDown || scroll === 'everyWay';
      if (isTouch && !state.isDragging && isAlongList) {
        giveUp();
        return;
      }
      state.isClick = false;
      start();
      show(event);
    },
    onUp({ clientX, clientY }) {
      if (state.isClick || !zone.holds(clientX, clientY)) {
        cease();
        return;
      }
      finish();
      zone.drop(item, clientX, clientY);
    },
    onCancel() {
      state.isClick = false;
      cease();
    },
  });
  return state;
}
