import type { Editor } from '../../Editor';
import type { PointerInput } from '../../tools/input';
import { trackPointer } from './trackPointer';

/** A finger or a pen on an element over the canvas. */
interface Finger {
  readonly press: PointerInput;
  /** Whether it was passed on to the canvas, which does not know of it otherwise. */
  isTold: boolean;
}

const isOnGrip = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-item-id]') !== null;

/**
 * Handles fingers and pens on the buttons and fields over the canvas, and double clicks there that were meant for an edge. One finger
 * presses the button; as soon as a second one touches anywhere, both go to the canvas, so that a pinch may begin on a button or in a field.
 * A finger or a pen on a row's grip goes to the canvas at once: its tools drag the row. A button that appears under a finger on the stage
 * is not pressed by it. `area` contains the stage, `surface`, and everything over it. Returns a function that stops listening.
 */
export function bindOverlayTouch(area: HTMLElement, surface: HTMLElement, editor: Editor): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const fingers = new Map<number, Finger>();
  /** Fingers that the stage itself passes on to the canvas. */
  const onStage = new Set<number>();
  let isPressOnStage = false;

  const input = (type: PointerInput['type'], event: PointerEvent): PointerInput => {
    const box = area.getBoundingClientRect();
    return {
      type,
      point: { x: event.clientX - box.left, y: event.clientY - box.top },
      button: event.button,
      pointerId: event.pointerId,
      pointerType: event.pointerType === 'pen' ? 'pen' : 'touch',
      shift: event.shiftKey,
      primary: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    };
  };
  const tell = (finger: Finger): void => {
    if (finger.isTold) return;
    finger.isTold = true;
    editor.dispatch(finger.press);
  };
  // The element may be removed meanwhile, with its capture: that ends nothing.
  const follow = (press: PointerEvent): Finger => {
    const { pointerId } = press;
    const finger = { press: input('pointerDown', press), isTold: false };
    trackPointer(press, {
      signal,
      onMove: (event) => finger.isTold && editor.dispatch(input('pointerMove', event)),
      onUp: (event) => {
        fingers.delete(pointerId);
        if (finger.isTold) editor.dispatch(input('pointerUp', event));
      },
      onCancel: () => {
        fingers.delete(pointerId);
        if (finger.isTold) editor.dispatch({ type: 'cancel', pointerId });
      },
    });
    return finger;
  };
  const leaveToStage = (press: PointerEvent): void => {
    const { pointerId } = press;
    const drop = (): void => void onStage.delete(pointerId);
    trackPointer(press, { signal, onUp: drop, onCancel: drop });
    onStage.add(pointerId);
  };
  const isOverStage = ({ target }: Event): boolean => !(target instanceof Node && surface.contains(target));
  const pullByPen = (event: PointerEvent): void => {
    // Without capture a pen, unlike a finger, would not be heard outside the canvas.
    if (event.target instanceof Element) event.target.setPointerCapture?.(event.pointerId);
    tell(follow(event));
  };

  area.addEventListener(
    'pointerdown',
    (event) => {
      // A finger pans while space is held, whatever is under it.
      const isStages = !isOverStage(event) || editor.heldTool !== null;
      isPressOnStage = event.pointerType === 'touch' && isStages;
      if (event.pointerType === 'pen' && event.button === 0 && !isStages && isOnGrip(event)) pullByPen(event);
      if (event.pointerType !== 'touch') return;
      const isSecond = fingers.size + onStage.size > 0;
      if (isSecond) for (const finger of fingers.values()) tell(finger);
      if (isStages) {
        leaveToStage(event);
        return;
      }
      const finger = follow(event);
      fingers.set(event.pointerId, finger);
      if (isSecond || isOnGrip(event)) tell(finger);
    },
    // This listens before the stage does: the canvas must know the first finger when the second one comes.
    { signal, capture: true },
  );

  // The first half of a double click on an edge shows its delete button, which receives the second half.
  area.addEventListener(
    'dblclick',
    (event) => {
      const { target } = event;
      if (!isOverStage(event) || !(target instanceof Element) || !target.closest('[data-edge-id]')) return;
      const box = area.getBoundingClientRect();
      editor.dispatch({ type: 'doubleClick', point: { x: event.clientX - box.left, y: event.clientY - box.top } });
    },
    { signal },
  );

  // A field scrolls by a finger, and the browser would take a pinch for scrolling.
  area.addEventListener(
    'touchmove',
    (event) => {
      if ([...fingers.values()].some(({ isTold }) => isTold)) event.preventDefault();
    },
    { signal, passive: false },
  );

  // A tap selects as the finger is lifted, and the browser then clicks the element that is there by now: the delete button.
  const swallow = (event: MouseEvent): void => {
    if (!isPressOnStage || !isOverStage(event) || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  area.addEventListener('mousedown', swallow, { signal, capture: true });
  area.addEventListener('click', swallow, { signal, capture: true });

  return () => controller.abort();
}
