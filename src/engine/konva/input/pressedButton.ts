/** The button or link that keys on the target belong to, such as the delete button of the accessible layer. */
export const buttonAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('button, a') : null;

/** Returns what tells the button in the area that has the focus from a pointer, which leaves it there unasked; null without one. */
export function watchPressed(area: HTMLElement, signal: AbortSignal): () => Element | null {
  let pressed: Element | null = null;
  area.addEventListener('pointerdown', ({ target }) => (pressed = buttonAt(target)), { signal, capture: true });
  area.addEventListener(
    'focusin',
    ({ target }) => {
      if (target !== pressed) pressed = null;
    },
    { signal },
  );
  return () => pressed;
}
