/**
 * A name as it is kept: trimmed, and without what no database keeps whole. A NUL ends a text in SQLite and is refused by
 * PostgreSQL, half a surrogate pair is no character.
 */
export function cleanName(name: string): string {
  return name.replaceAll('\0', '').toWellFormed().trim();
}
