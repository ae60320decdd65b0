import { NAME_MAX } from '../src/api/contract';
import { ApiError } from './errors';

/**
 * A name as it is kept: trimmed, and without what no database keeps whole. A NUL ends a text in SQLite and is refused by
 * PostgreSQL, half a surrogate pair is no character.
 */
export function cleanName(name: string): string {
  return name.replaceAll('\0', '').toWellFormed().trim();
}

/** Length of a text in Unicode code points: an emoji beyond the basic plane counts once. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** The trimmed name. Throws 413 when it is over the limit. */
export function checkName(name: string): string {
  const trimmed = cleanName(name);
  if (countCharacters(trimmed) > NAME_MAX) {
    throw new ApiError(413, 'nameTooLong', `The name has more than ${NAME_MAX} characters. Choose a shorter one.`);
  }
  return trimmed;
}

/** By what a project's name is found and put in order: without regard to case, and to how its letters are put together. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');
