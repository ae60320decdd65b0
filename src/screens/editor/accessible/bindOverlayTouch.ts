import type { Editor, EditorInput } from '../../../engine';

type PointerInput = Extract<EditorInput, { readonly type: 'pointerDown' | 'pointerMove' | 'pointerUp' }>;

/**
 * Fingers on the buttons over the canvas. One finger presses the button; as soon as a second one comes, wherever, both
 * are the canvas's, so that a pinch may begin on a button. A finger on a row's grip is the canvas's at once: its tools
 * pull the row. A button that comes up under a finger on the stage is not pressed by it. `area` holds the stage and what
 * lies over it, `layer` the buttons. Answers the way to stop listening.
 */
export function bindOverlayTouch(area: HTMLElement, layer: HTMLElement, editor: Editor): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  /** Fingers on buttons that the canvas does not know of. */
  const held = new Map<number, PointerInput>();
  /** Fingers on buttons that were handed to the canvas. */
  const told = new Set<number>();
  /** Fingers on the stage itself, which tells the canvas. */
  const onStage = new Set<number>();
  let isPressOnStage = false;

  const input = (type: PointerInput['type'], event: PointerEvent): PointerInput => {
    const box = area.getBoundingClientRect();
    return {
      type,
      point: { x: event.clientX - box.left, y: event.clientY - box.top },
      button: event.button,
      pointerId: event.pointerId,
      pointerType: 'touch',
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
  const isOnLayer = (event: Event): boolean => event.target instanceof Node && layer.contains(event.target);

  area.addEventListener(
    'pointerdown',
    (event) => {
      isPressOnStage = event.pointerType === 'touch' && !isOnLayer(event);
      if (event.pointerType !== 'touch') return;
      // The first finger of a hand: others were lifted where nobody told, such as from a button that had gone.
      if (event.isPrimary) forget();
      const isSecond = held.size + told.size + onStage.size > 0;
      if (isSecond) for (const press of held.values()) tell(press);
      if (!isOnLayer(event)) {
        onStage.add(event.pointerId);
        return;
      }
      const press = input('pointerDown', event);
      const isGrip = event.target instanceof Element && event.target.closest('[data-item-id]') !== null;
      if (isSecond || isGrip) tell(press);
      else held.set(press.pointerId, press);
    },
    // Before the stage hears of the second finger, the canvas must know the first.
    { signal, capture: true },
  );
  area.addEventListener(
    'pointermove',
    (event) => {
      if (told.has(event.pointerId)) editor.dispatch(input('pointerMove', event));
    },
    { signal, capture: true },
  );
  const release = (event: PointerEvent): void => {
    onStage.delete(event.pointerId);
    held.delete(event.pointerId);
    if (!told.delete(event.pointerId)) return;
    const { pointerId } = event;
    editor.dispatch(event.type === 'pointerup' ? input('pointerUp', event) : { type: 'cancel', pointerId });
  };
  area.addEventListener('pointerup', release, { signal, capture: true });
  area.addEventListener('pointercancel', release, { signal, capture: true });

  // A tap selects as the finger is lifted, and the browser then clicks whatever lies there by now: the delete button.
  const swallow = (event: MouseEvent): void => {
    if (!isPressOnStage || !isOnLayer(event) || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  area.addEventListener('mousedown', swallow, { signal, capture: true });
  area.addEventListener('click', swallow, { signal, capture: true });

  return () => controller.abort();
}
