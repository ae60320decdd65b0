import { NAME_MAX } from '../src/api/contract';
import { ApiError } from './errors';

/**
 * Trims a name and removes what no database stores whole: a NUL ends a text in SQLite and is refused by PostgreSQL, and half a
 * surrogate pair is no character.
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

/** The key that finds and sorts a project's name: it ignores case and how letters are composed. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');
