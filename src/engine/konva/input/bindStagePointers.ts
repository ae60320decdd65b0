import type { Editor } from '../../Editor';
import type { PointerInput } from '../../tools/input';
import { bindOverlayPan } from './bindOverlayPan';
import { DoubleTap } from './DoubleTap';
import { modifiersOf, pointIn } from './eventInput';
import { watchPens } from './watchPens';

const isTouch = ({ pointerType }: Pick<PointerEvent, 'pointerType'>): boolean => pointerType === 'touch';

/**
 * Mouse, pen and fingers on the stage, and pans over everything that lies on it in `area`. A pointer that the system takes away,
 * or whose end it never tells, leaves no gesture behind.
 */
export function bindStagePointers(area: HTMLElement, surface: HTMLElement, editor: Editor, signal: AbortSignal): void {
  /** Pointers that are down, by id; `buttons` as at the press, when it is the one bit of the button that pressed. */
  const pressed = new Map<number, Pick<PointerEvent, 'buttons' | 'pointerType'>>();
  const presses = new DoubleTap();
  const taps = new DoubleTap();
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
  const takeAway = (pointerId: number): void => {
    pressed.delete(pointerId);
    editor.dispatch({ type: 'cancel', pointerId });
  };

  const take = (event: PointerEvent): void => {
    isTouchLast = isTouch(event);
    // The first finger of a new touch: fingers still listed were lifted without an event.
    if (isTouchLast && event.isPrimary)
      for (const [pointerId, press] of pressed) if (isTouch(press)) takeAway(pointerId);
    surface.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, event);
    editor.dispatch({ ...input('pointerDown', event), isSecond: presses.tap(event) });
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
  bindOverlayPan(area, surface, editor, take, signal);
  surface.addEventListener(
    'pointermove',
    (event) => {
      const press = pressed.get(event.pointerId);
      const isReleased = press !== undefined && (event.buttons & press.buttons) === 0;
      if (isReleased && event.button === -1) {
        // Released where the page could not notice it, such as over another program's window.
        takeAway(event.pointerId);
      } else if (isReleased) {
        // The browser tells a release as a move while another button is still down.
        pressed.delete(event.pointerId);
        editor.dispatch(input('pointerUp', event));
        return;
      }
      editor.dispatch(input('pointerMove', event));
    },
    { signal },
  );
  surface.addEventListener(
    'pointerup',
    (event) => {
      pressed.delete(event.pointerId);
      wasHeldLast = editor.state === 'select.longPressing';
      editor.dispatch(input('pointerUp', event));
    },
    { signal },
  );
  const onLost = (event: PointerEvent): void => {
    // lostpointercapture also follows every ordinary release, which has been told already.
    if (pressed.has(event.pointerId)) takeAway(event.pointerId);
  };
  surface.addEventListener('pointercancel', onLost, { signal });
  surface.addEventListener('lostpointercapture', onLost, { signal });
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
      if (isTouchLast && !wasHeldLast && taps.tap(event)) doubleClick(event);
    },
    { signal },
  );
  window.addEventListener(
    'blur',
    () => {
      pressed.clear();
      editor.dispatch({ type: 'cancel' });
    },
    { signal },
  );
}
