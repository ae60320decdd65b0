import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../db';

/** A text column of a table with a `member_id`; an index has both, or the member and `key`. */
interface ReferenceColumn {
  readonly table: keyof Database;
  /** Column by which the rows of a member are read on; it may be the text itself. A row without it is passed over: only where it names no file. */
  readonly key: string;
  readonly text: string;
}

/**
 * Columns that refer to files, besides projects with their canvases, patches, versions and thumbnails: a file is kept while a text of one
 * of them has its address. A new table that refers to files needs a new line.
 */
export const REFERENCE_COLUMNS: readonly ReferenceColumn[] = [
  { table: 'job', key: 'url', text: 'url' },
  { table: 'job', key: 'url', text: 'further' },
  { table: 'take', key: 'url', text: 'url' },
  { table: 'take', key: 'url', text: 'recipe' },
];

const ROWS_AT_ONCE = 500;

/** A few texts of one of these columns, and where the next begin; null after the last one. `after` is empty for the first. */
export async function readReferenceTexts(
  db: Kysely<Database>,
  { memberId, column, after }: { memberId: string; column: number; after: string },
): Promise<{ texts: string[]; next: string | null }> {
  const source = REFERENCE_COLUMNS[column];
  if (source === undefined) return { texts: [], next: null };
  const [lastKey, lastText] = after === '' ? ['', ''] : (JSON.parse(after) as [string, string]);
  const key = sql.ref(source.key);
  const text = sql`coalesce(${sql.ref(source.text)}, '')`;
  const { rows } = await sql<{ key: string; text: string }>`
    select distinct ${key} as key, ${text} as text from ${sql.table(source.table)}
    where member_id = ${memberId} and ${key} >= ${lastKey} and (${key} > ${lastKey} or ${text} > ${lastText})
    order by 1, 2 limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
  const last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
  return {
    texts: rows.map((row) => row.text),
    next: last === undefined ? null : JSON.stringify([last.key, last.text]),
  };
}

const FILE_ADDRESS = /\/files\/([0-9a-f]{64})/g;
/** JSON may write any character so, and a slash with a backslash before it. */
const ESCAPES = /\\u00([2-7][0-9a-f])|\\\//gi;
/** The longest way to write one address: each of its characters escaped. */
const REFERENCE_MAX_LENGTH = 6 * '/files/'.length + 6 * 64;

/** Finds the files to which a text refers, however its pieces are cut. It takes more for a reference than is one, never less. */
export class ReferenceFinder {
  readonly #found = new Set<string>();
  #rest = '';

  /** The SHA-256 of each, hex. */
  get found(): ReadonlySet<string> {
    return this.#found;
  }

  /** @param piece JSON in one piece or in several, one after the other; of UTF-8 read as Latin-1 it may be, too. */
  read(piece: string): void {
    const text = this.#rest + piece;
    this.#rest = text.slice(-REFERENCE_MAX_LENGTH);
    const plain = text.includes('\\') ? text.replaceAll(ESCAPES, unescape) : text;
    for (const [, sha256] of plain.matchAll(FILE_ADDRESS)) if (sha256 !== undefined) this.#found.add(sha256);
  }

  /** Ends a text: the next piece belongs to another one. */
  end(): void {
    this.#rest = '';
  }
}

const unescape = (_escape: string, code: string | undefined): string =>
  code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16));
