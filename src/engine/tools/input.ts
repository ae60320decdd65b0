import { type Vector, distance } from '../geometry/vector';

export interface Modifiers {
  readonly shift: boolean;
  /** Control, or command on a Mac. */
  readonly primary: boolean;
  readonly alt: boolean;
}

/** A press, move or release; `point` in screen pixels from the stage's top left corner. */
export interface PointerInput extends Modifiers {
  readonly type: 'pointerDown' | 'pointerMove' | 'pointerUp';
  readonly point: Vector;
  /** 0 main, 1 middle, 2 secondary; what pointerDown was for. */
  readonly button: number;
  readonly pointerId: number;
  readonly pointerType: 'mouse' | 'touch' | 'pen';
  /** A press that soon follows one near it: the second of a double click or a double tap, or a further one. */
  readonly isSecond?: boolean;
}

/** A wheel's distances in screen pixels; `primary` or a pinch on a trackpad zooms. */
export interface WheelInput extends Modifiers {
  readonly type: 'wheel';
  readonly point: Vector;
  readonly deltaX: number;
  readonly deltaY: number;
}

export interface KeyInput extends Modifiers {
  readonly type: 'keyDown' | 'keyUp';
  /** KeyboardEvent.key. */
  readonly key: string;
  /** KeyboardEvent.code, the place of the key: identifies Latin letters and digits in any layout. */
  readonly code?: string;
  /** KeyboardEvent.repeat: the key is reported again because it stays down. */
  readonly isRepeated?: boolean;
  /** The focus is beside the canvas, as in a list of its nodes: no character is written on a card from there. */
  readonly isBeside?: boolean;
}

/** Everything a person can do to the canvas, as plain data. */
export type EditorInput =
  | PointerInput
  | WheelInput
  | KeyInput
  | { readonly type: 'doubleClick'; readonly point: Vector }
  | { readonly type: 'pointerLeave' }
  /**
   * A drag over the stage at this screen point of something that is not the canvas's own, such as a row in the browser's dragging: at the
   * edge it pulls the view along, once it was away from there. Null: it was put down or taken elsewhere.
   */
  | { readonly type: 'dragOver'; readonly point: Vector | null }
  /** A tick, `elapsedMs` after the last one: sent once a frame while `Editor.wantsTicks`. */
  | { readonly type: 'tick'; readonly elapsedMs: number }
  /**
   * The system cancelled the gesture: the window lost the focus; or one pointer and what it steers: its capture was lost, or it was a palm.
   */
  | { readonly type: 'cancel'; readonly pointerId?: number };

/** How far a pointer may tremble before a press becomes a drag; screen pixels. */
const SLOP = { mouse: 3, pen: 5, touch: 8 } as const;

/** Whether a pointer has moved on from where it was pressed. */
export const isBeyondSlop = (press: PointerInput, now: PointerInput): boolean =>
  distance(now.point, press.point) >= SLOP[now.pointerType];
