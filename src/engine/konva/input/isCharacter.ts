import { isComposing } from './isComposing';

/** Whether the key writes: a character, or the first one of a composition. The space bar is the pan's. */
export const isCharacter = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey) return false;
  if (key === 'Process' || isComposing(event)) return true;
  // Alt writes characters on a Mac; beside a letter key it is a menu's elsewhere, which gives no character.
  return !altKey && Array.from(key).length === 1 && key !== ' ';
};
