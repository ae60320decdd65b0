import type { Editor } from '../Editor';
import type { Vector } from '../geometry/vector';
import type { EditorInput, Modifiers, PointerInput } from '../tools/input';

/** One line of a wheel that counts in lines; CSS pixels. */
const LINE_HEIGHT = 16;

const modifiersOf = (event: MouseEvent | KeyboardEvent): Modifiers => ({
  shift: event.shiftKey,
  primary: event.ctrlKey || event.metaKey,
  alt: event.altKey,
});

const isTyping = (event: KeyboardEvent): boolean =>
  event.isComposing ||
  (event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null);

/** Keys that belong to a focused button or link, such as the delete button of the accessible layer. */
const isForButton = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof HTMLElement &&
  event.target.closest('button, a') !== null;

/** Nothing has the focus, or something on the canvas has. */
const isHere = (event: KeyboardEvent, area: HTMLElement): boolean =>
  event.target === document.body || (event.target instanceof Node && area.contains(event.target));

/** Undo and redo are meant for the canvas from the panel too, but not under an open dialog. */
const isForHistory = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  /^[zy]$/i.test(event.key) &&
  event.target instanceof Element &&
  event.target.closest('dialog') === null;

/**
 * Turns the DOM's events on the stage and on what lies over it into the editor's inputs. `area` holds the stage
 * and the overlays, so that a wheel or a pinch over a text field still reaches the canvas. Answers the way to
 * stop listening.
 */
export function bindStageInput(area: HTMLElement, surface: HTMLElement, editor: Editor): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const pressed = new Set<number>();

  const pointOf = (event: MouseEvent): Vector => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pointerInput = (type: PointerInput['type'], event: PointerEvent): PointerInput => ({
    type,
    point: pointOf(event),
    button: event.button,
    pointerId: event.pointerId,
    pointerType: event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse',
    ...modifiersOf(event),
  });
  const dispatch = (input: EditorInput): boolean => editor.dispatch(input);

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button === 2) return;
      // Keeps the browser from scrolling, selecting text and taking the focus away from a field before it blurs.
      if (event.button === 1) event.preventDefault();
      surface.setPointerCapture(event.pointerId);
      surface.focus({ preventScroll: true });
      pressed.add(event.pointerId);
      dispatch(pointerInput('pointerDown', event));
    },
    { signal },
  );
  surface.addEventListener('pointermove', (event) => dispatch(pointerInput('pointerMove', event)), { signal });
  surface.addEventListener(
    'pointerup',
    (event) => {
      pressed.delete(event.pointerId);
      dispatch(pointerInput('pointerUp', event));
    },
    { signal },
  );
  const cancel = (event: PointerEvent) => {
    // lostpointercapture also follows every ordinary release, which has been told already.
    if (pressed.delete(event.pointerId)) dispatch({ type: 'cancel' });
  };
  surface.addEventListener('pointercancel', cancel, { signal });
  surface.addEventListener('lostpointercapture', cancel, { signal });
  surface.addEventListener('pointerleave', () => dispatch({ type: 'pointerLeave' }), { signal });
  surface.addEventListener('dblclick', (event) => dispatch({ type: 'doubleClick', point: pointOf(event) }), { signal });
  window.addEventListener(
    'blur',
    () => {
      pressed.clear();
      dispatch({ type: 'cancel' });
    },
    { signal },
  );

  area.addEventListener(
    'wheel',
    (event) => {
      if (event.target instanceof Element && event.target.closest('[data-keeps-wheel]')) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
      dispatch({
        type: 'wheel',
        point: pointOf(event),
        deltaX: event.deltaX * unit,
        deltaY: event.deltaY * unit,
        ...modifiersOf(event),
      });
    },
    { signal, passive: false },
  );

  // On the window: what had the focus may have gone with its node, and the canvas still means these keys.
  window.addEventListener(
    'keydown',
    (event) => {
      if (isTyping(event) || isForButton(event) || !(isHere(event, area) || isForHistory(event))) return;
      const isMeant = dispatch({ type: 'keyDown', key: event.key, ...modifiersOf(event) });
      if (isMeant) event.preventDefault();
    },
    { signal },
  );
  window.addEventListener('keyup', (event) => dispatch({ type: 'keyUp', key: event.key, ...modifiersOf(event) }), {
    signal,
  });

  return () => controller.abort();
}
