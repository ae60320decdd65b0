import type { Vector } from '../../geometry/vector';
import type { KeyInput, Modifiers } from '../../tools/input';

export const modifiersOf = (event: MouseEvent | KeyboardEvent): Modifiers => ({
  shift: event.shiftKey,
  primary: event.ctrlKey || event.metaKey,
  alt: event.altKey,
});

export const keyInput = (type: KeyInput['type'], event: KeyboardEvent): KeyInput => ({
  type,
  key: event.key,
  code: event.code,
  isRepeated: event.repeat,
  ...modifiersOf(event),
});

/** Position of an event; screen pixels from the element's corner. */
export function pointIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Vector {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** One line of a wheel that counts in lines, and a page of one that counts in pages; CSS pixels. */
const LINE_HEIGHT = 16;
const PAGE_HEIGHT = 800;

/** How far a wheel was turned, in CSS pixels. */
export function wheelTurn({ deltaX, deltaY, deltaMode }: WheelEvent): Vector {
  const unit = [1, LINE_HEIGHT, PAGE_HEIGHT][deltaMode] ?? 1;
  return { x: deltaX * unit, y: deltaY * unit };
}
