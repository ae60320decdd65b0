import type { Editor } from '../../Editor';
import type { PointerInput } from '../../tools/input';
import { bindOverlayPan } from './bindOverlayPan';
import { modifiersOf, pointIn } from './eventInput';
import { trackPointer } from './trackPointer';
import { watchPens } from './watchPens';

/** How long after one another and how far apart two taps may be; milliseconds and CSS pixels, as browsers have it. */
const GAP_MAX_MS = 500;
const GAP_MAX = 24;

type Tap = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>;

/** Whether a press, or a tap of a finger, soon follows one near it: not every browser makes a double click of taps, and none of presses. */
const follows = (tap: Tap, last: Tap | null): boolean =>
  last !== null &&
  tap.timeStamp - last.timeStamp < GAP_MAX_MS &&
  Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < GAP_MAX;

const isTouch = ({ pointerType }: Pick<PointerEvent, 'pointerType'>): boolean => pointerType === 'touch';

/**
 * Mouse, pen and fingers on the stage, and pans over everything that lies on it in `area`. A pointer that the system takes away,
 * or whose end it never tells, leaves no gesture behind.
 */
export function bindStagePointers(area: HTMLElement, surface: HTMLElement, editor: Editor, signal: AbortSignal): void {
  /** Ids of the pointers that are down. */
  const pressed = new Set<number>();
  let lastPress: Tap | null = null;
  /** Null after a double tap: one more tap begins anew. */
  let lastTap: Tap | null = null;
  const isPenDown = watchPens(signal);
  let isTouchLast = false;
  /** The pointer lifted last had rested until a long press, so its lifting is no tap. */
  let wasHeldLast = false;

  const input = (type: PointerInput['type'], event: PointerEvent): PointerInput => ({
    type,
    point: pointIn(surface, event),
    button: event.button,
    pointerId: event.pointerId,
    pointerType: event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse',
    ...modifiersOf(event),
  });
  const take = (press: PointerEvent): void => {
    const { pointerId } = press;
    isTouchLast = isTouch(press);
    trackPointer(press, {
      captor: surface,
      signal,
      onMove: (event) => editor.dispatch(input('pointerMove', event)),
      onUp: (event) => {
        pressed.delete(pointerId);
        wasHeldLast = editor.state === 'select.longPressing';
        editor.dispatch(input('pointerUp', event));
      },
      onCancel: (event) => {
        pressed.delete(pointerId);
        editor.dispatch({ type: 'cancel', pointerId });
        if (event?.type === 'pointermove') editor.dispatch(input('pointerMove', event));
      },
    });
    pressed.add(pointerId);
    const isSecond = follows(press, lastPress);
    lastPress = press;
    editor.dispatch({ ...input('pointerDown', press), isSecond });
  };

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button === 2) return;
      if (isTouch(event) && isPenDown()) {
        isTouchLast = false;
        return;
      }
      // Keeps the browser from scrolling, selecting text and taking the focus away from a field before it blurs.
      if (event.button === 1) event.preventDefault();
      surface.focus({ preventScroll: true });
      take(event);
    },
    { signal },
  );
  // Linux would paste what is marked elsewhere by the release of the middle button, which ends a pan.
  for (const type of ['pointerup', 'auxclick'] as const) {
    area.addEventListener(type, (event) => event.button === 1 && event.preventDefault(), { signal });
  }
  bindOverlayPan(area, surface, editor, take, signal);
  /** Pointers that hover, and the release of a press that was not taken. */
  const hover = (type: 'pointerMove' | 'pointerUp') => (event: PointerEvent) => {
    if (!pressed.has(event.pointerId)) editor.dispatch(input(type, event));
  };
  surface.addEventListener('pointermove', hover('pointerMove'), { signal });
  surface.addEventListener('pointerup', hover('pointerUp'), { signal });
  // A finger lifted in a flick would leave the browser scrolling a thing that cannot scroll, and the next tap, on any button, would only
  // stop that.
  surface.addEventListener('touchmove', (event) => event.preventDefault(), { signal, passive: false });
  surface.addEventListener('pointerleave', () => editor.dispatch({ type: 'pointerLeave' }), { signal });
  const doubleClick = (event: MouseEvent): void => {
    editor.dispatch({ type: 'doubleClick', point: pointIn(surface, event) });
  };
  surface.addEventListener(
    'dblclick',
    (event) => {
      if (!isTouchLast) doubleClick(event);
    },
    { signal },
  );
  // The last event of a tap: a field that opened before it would lose the focus again.
  surface.addEventListener(
    'click',
    (event) => {
      if (!isTouchLast || wasHeldLast) return;
      const isSecond = follows(event, lastTap);
      lastTap = isSecond ? null : event;
      if (isSecond) doubleClick(event);
    },
    { signal },
  );
  // Held keys are lost with the window too.
  window.addEventListener('blur', () => editor.dispatch({ type: 'cancel' }), { signal });
}
