import { sql } from 'kysely';
import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import { letOthersWrite, textBytes, transact } from '../db';
import type { Database } from '../db';
import { asBuffer } from './buffers';

/** A text is stored in parts. Each part is written in its own transaction, which takes about a millisecond. */
const PART_BYTES = 256 * 1024;
const DROPPED_AT_ONCE = 4;
/** There is seldom one. */
const FINISHED_AT_ONCE = 10;
/** A page of these is not much more than the parts of one long text. */
const SHORT_BYTES = 4 * 1024;

/** A canvas or a long patch to be stored, as UTF-8. It is unused until a snapshot, a version or the patch log names its id. */
export interface NewText {
  id: string;
  bytes: Uint8Array;
  /** ISO 8601. */
  createdAt: string;
}

export async function writeText(db: Kysely<Database>, { id, bytes, createdAt }: NewText): Promise<void> {
  await db.insertInto('canvas_text').values({ id, bytes: bytes.byteLength, created_at: createdAt }).execute();
  let number = 0;
  for (const part of cut(bytes)) {
    if (number > 0) await letOthersWrite(db);
    await db.insertInto('canvas_text_part').values({ text_id: id, number, part }).execute();
    number += 1;
  }
}

/** Reads a text; UTF-8. */
export async function readText(db: Kysely<Database>, id: string): Promise<Buffer> {
  const rows = await db
    .selectFrom('canvas_text_part')
    .select(textBytes(db, 'part').as('bytes'))
    .where('text_id', '=', id)
    .orderBy('number')
    .execute();
  return Buffer.concat(
    rows.map(({ bytes }) => (typeof bytes === 'string' ? Buffer.from(bytes) : new Uint8Array(bytes))),
  );
}

/**
 * Deletes a text that nothing names. Its row goes first, so that nothing can name it from then on; its parts follow in short steps. A
 * text that was named meanwhile stays.
 */
export async function dropText(db: Kysely<Database>, id: string): Promise<void> {
  const isLong = await transact(db, async (change) => {
    const row = await change
      .deleteFrom('canvas_text')
      .where('id', '=', id)
      .where(isUnreferenced(change, id))
      .returning('bytes')
      .executeTakeFirst();
    if (row === undefined) return false;
    if (row.bytes > DROPPED_AT_ONCE * PART_BYTES) {
      await change.insertInto('going_text').values({ id }).execute();
      return true;
    }
    await change.deleteFrom('canvas_text_part').where('text_id', '=', id).execute();
    return false;
  });
  if (isLong) await dropParts(db, id);
}

/** Finishes deletions that a process left when it ended. */
export async function finishDropping(db: Kysely<Database>): Promise<void> {
  const going = await db.selectFrom('going_text').select('id').where('id', '>', '').limit(FINISHED_AT_ONCE).execute();
  for (const { id } of going) await dropParts(db, id);
}

async function dropParts(db: Kysely<Database>, id: string): Promise<void> {
  for (let end = DROPPED_AT_ONCE; ; end += DROPPED_AT_ONCE) {
    const { numDeletedRows } = await db
      .deleteFrom('canvas_text_part')
      .where('text_id', '=', id)
      .where('number', '<', end)
      .executeTakeFirst();
    if (numDeletedRows === 0n) break;
    await letOthersWrite(db);
  }
  await db.deleteFrom('going_text').where('id', '=', id).execute();
}

function isUnreferenced(db: Kysely<Database>, id: string): Expression<SqlBool> {
  const names = (['snapshot', 'version_text', 'patch_log'] as const).map((table) =>
    db.selectFrom(table).select('text_id').where('text_id', '=', id),
  );
  return sql<SqlBool>`not exists ${sql.join(names, sql` and not exists `)}`;
}

/** Deletes the texts of a page that nothing names any more. Short ones go together, in a step that takes about as long as one part. */
export async function dropTexts(db: Kysely<Database>, texts: readonly UnreferencedText[]): Promise<void> {
  const isShort = ({ bytes }: UnreferencedText): boolean => bytes <= SHORT_BYTES;
  const short = texts.filter(isShort).map(({ id }) => id);
  for (const { id } of texts.filter((text) => !isShort(text))) await dropText(db, id);
  if (short.length === 0) return;
  await transact(db, async (change) => {
    await change.deleteFrom('canvas_text').where('id', 'in', short).execute();
    await change.deleteFrom('canvas_text_part').where('text_id', 'in', short).execute();
  });
}

/** Makes a text a project's canvas. Returns the id of the text it replaces. */
export async function nameText(
  change: Transaction<Database>,
  { projectId, revision, textId }: { projectId: number; revision: number; textId: string },
): Promise<string | undefined> {
  const before = await change
    .selectFrom('snapshot')
    .select('text_id')
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  const row = { revision, text_id: textId };
  await change
    .insertInto('snapshot')
    .values({ project_id: projectId, ...row })
    .onConflict((old) => old.column('project_id').doUpdateSet(row))
    .execute();
  return before?.text_id;
}

interface UnreferencedText {
  id: string;
  bytes: number;
}

export type TextPlace = readonly [createdAt: string, id: string];

/** A page of texts, the oldest first. */
interface TextPage {
  /** ISO 8601. Younger texts may be named soon. */
  until: string;
  /** The texts behind this one. */
  from: TextPlace;
  limit: number;
}

/** Reads a page of the texts for those that nothing names. */
export async function someTexts(
  db: Kysely<Database>,
  { until, from, limit }: TextPage,
): Promise<{ unreferenced: UnreferencedText[]; next: TextPlace | null }> {
  const [time, id] = from;
  const page = db
    .selectFrom('canvas_text')
    .select(['id', 'bytes', 'created_at'])
    .where(sql<boolean>`(created_at, id) > (${time}, ${id})`)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .as('page');
  const rows = await db
    .selectFrom(page)
    .select(['id', 'bytes', 'created_at'])
    .select((row) =>
      row.fn
        .coalesce(
          // Each is looked up by its index: PostgreSQL would answer `exists` for all of the table at once.
          row.selectFrom('snapshot').select('text_id').whereRef('text_id', '=', 'page.id').limit(1),
          row.selectFrom('version_text').select('text_id').whereRef('text_id', '=', 'page.id').limit(1),
          row.selectFrom('patch_log').select('text_id').whereRef('text_id', '=', 'page.id').limit(1),
        )
        .as('referencedAs'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    unreferenced: rows.filter(({ referencedAs }) => referencedAs === null),
    next: last === undefined ? null : [last.created_at, last.id],
  };
}

/** Cuts a text into pieces of whole characters. */
function* cut(utf8: Uint8Array): Generator<string, void, undefined> {
  const bytes = asBuffer(utf8);
  for (let start = 0; start < bytes.byteLength;) {
    let end = Math.min(start + PART_BYTES, bytes.byteLength);
    while (isWithinCharacter(bytes[end])) end -= 1;
    yield bytes.toString('utf8', start, end);
    start = end;
  }
}

const isWithinCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
