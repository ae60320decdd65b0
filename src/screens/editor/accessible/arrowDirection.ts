import type { Vector } from '../../../engine';

const DIRECTIONS: Readonly<Record<string, Vector>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

/** Direction of an arrow with control (command on a Mac), with shift or without; null for any other key, and in a text. */
export function arrowDirection(event: KeyboardEvent, isShift: boolean): Vector | null {
  const isMeant = (event.ctrlKey || event.metaKey) && event.shiftKey === isShift && !event.altKey && !isTyping(event);
  return (isMeant && DIRECTIONS[event.key]) || null;
}
