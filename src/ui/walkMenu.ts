import type { KeyboardEvent } from 'react';
import { isCloseKey } from './closeByKey';
import { walk } from '../actions/walkActions';

/**
 * Arrows, Home and End walk the entries of an open menu; Escape and Tab ask for `leave`. Returns whether the key was one of these; it
 * then does nothing else.
 */
export function walkMenu(event: KeyboardEvent<HTMLElement>, leave: () => void): boolean {
  const entries = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]'));
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const go = (index: number): void => entries[index]?.focus();
  if (isCloseKey(event.nativeEvent) || event.key === 'Tab') leave();
  else if (!walk(event, { at, count: entries.length, down: 1, isRound: true, go })) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
