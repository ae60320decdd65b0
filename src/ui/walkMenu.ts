import type { KeyboardEvent } from 'react';
import { isCloseKey } from './closeByKey';

/**
 * Arrows, Home and End walk the entries of an open menu; Escape and Tab ask for `leave`. Returns whether the key was one of these; it
 * then does nothing else.
 */
export function walkMenu(event: KeyboardEvent<HTMLElement>, leave: () => void): boolean {
  const entries = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]'));
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const next: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: entries[(at + 1) % entries.length],
    ArrowUp: entries.at(at - 1),
    Home: entries[0],
    End: entries.at(-1),
  };
  if (event.key in next) next[event.key]?.focus();
  else if (isCloseKey(event.nativeEvent) || event.key === 'Tab') leave();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
