import type { Editor, EditorInput } from '../../../engine';

type PointerInput = Extract<EditorInput, { readonly type: 'pointerDown' | 'pointerMove' | 'pointerUp' }>;

const isOnGrip = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-item-id]') !== null;

/**
 * Handles fingers and pens on the buttons and fields over the canvas, and double clicks there that were meant for a pipe. One finger
 * presses the button; as soon as a second one touches anywhere, both go to the canvas, so that a pinch may begin on a button or in a field.
 * A finger or a pen on a row's grip goes to the canvas at once: its tools drag the row. A button that appears under a finger on the stage
 * is not pressed by it. `area` contains the stage, `surface`, and everything over it. Returns a function that stops listening.
 */
export function bindOverlayTouch(area: HTMLElement, surface: HTMLElement, editor: Editor): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  /** Fingers on elements over the canvas, which does not know of them. */
  const held = new Map<number, PointerInput>();
  /** Those fingers that were passed on to the canvas. */
  const told = new Set<number>();
  /** Pens on grips, which were passed on at once. */
  const pens = new Set<number>();
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
  const tell = (press: PointerInput): void => {
    held.delete(press.pointerId);
    told.add(press.pointerId);
    editor.dispatch(press);
  };
  const forget = (): void => {
    for (const pointerId of told) editor.dispatch({ type: 'cancel', pointerId });
    for (const fingers of [held, told, onStage]) fingers.clear();
  };
  const isOverStage = ({ target }: Event): boolean => !(target instanceof Node && surface.contains(target));
  const pullByPen = (event: PointerEvent): void => {
    // Without capture a pen, unlike a finger, would not be heard outside the canvas.
    if (event.target instanceof Element) event.target.setPointerCapture?.(event.pointerId);
    pens.add(event.pointerId);
    editor.dispatch(input('pointerDown', event));
  };

  area.addEventListener(
    'pointerdown',
    (event) => {
      // A finger pans while space is held, whatever is under it.
      const isStages = !isOverStage(event) || editor.heldTool !== null;
      isPressOnStage = event.pointerType === 'touch' && isStages;
      if (event.pointerType === 'pen' && event.button === 0 && !isStages && isOnGrip(event)) pullByPen(event);
      if (event.pointerType !== 'touch') return;
      // This is the first finger of a new touch: earlier ones were lifted without an event, for example from a button that was removed.
      if (event.isPrimary) forget();
      const isSecond = held.size + told.size + onStage.size > 0;
      if (isSecond) for (const press of held.values()) tell(press);
      if (isStages) {
        onStage.add(event.pointerId);
        return;
      }
      const press = input('pointerDown', event);
      if (isSecond || isOnGrip(event)) tell(press);
      else held.set(press.pointerId, press);
    },
    // This listens before the stage does: the canvas must know the first finger when the second one comes.
    { signal, capture: true },
  );
  area.addEventListener(
    'pointermove',
    (event) => {
      if (told.has(event.pointerId) || pens.has(event.pointerId)) editor.dispatch(input('pointerMove', event));
    },
    { signal, capture: true },
  );
  const release = (event: PointerEvent): void => {
    onStage.delete(event.pointerId);
    held.delete(event.pointerId);
    const { pointerId } = event;
    if (!told.delete(pointerId) && !pens.delete(pointerId)) return;
    editor.dispatch(event.type === 'pointerup' ? input('pointerUp', event) : { type: 'cancel', pointerId });
  };
  area.addEventListener('pointerup', release, { signal, capture: true });
  area.addEventListener('pointercancel', release, { signal, capture: true });

  // The first half of a double click on a pipe shows its delete button, which receives the second half.
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
      if (told.size > 0) event.preventDefault();
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
