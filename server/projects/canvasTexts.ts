import type { Kysely, Transaction } from 'kysely';
import { letOthersWrite, textBytes } from '../db';
import type { Database } from '../db';
import { asBuffer } from './asBuffer';

/** Texts lie in parts, each written in a transaction of its own: that takes about a millisecond. */
const PART_BYTES = 256 * 1024;
const DROPPED_AT_ONCE = 4;

/** A canvas or a long patch to be kept, as UTF-8. It is nobody's until a snapshot, a version or the patch log names its id. */
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

/** As UTF-8. */
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

/** Of a text that nothing names any more. */
export async function dropText(db: Kysely<Database>, id: string): Promise<void> {
  for (let end = DROPPED_AT_ONCE; ; end += DROPPED_AT_ONCE) {
    const { numDeletedRows } = await db
      .deleteFrom('canvas_text_part')
      .where('text_id', '=', id)
      .where('number', '<', end)
      .executeTakeFirst();
    if (numDeletedRows < BigInt(DROPPED_AT_ONCE)) break;
    await letOthersWrite(db);
  }
  await db.deleteFrom('canvas_text').where('id', '=', id).execute();
}

/** Makes a text a project's canvas. Answers the one that was it before. */
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

/** The texts that nothing names and that nobody is still writing, as they are older than this. */
export async function unnamedTexts(db: Kysely<Database>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('canvas_text')
    .select('id')
    .where('created_at', '<=', before.toISOString())
    .where('id', 'not in', db.selectFrom('snapshot').select('text_id'))
    .where('id', 'not in', db.selectFrom('version_text').select('text_id'))
    .where('id', 'not in', db.selectFrom('patch_log').select('text_id').where('text_id', 'is not', null))
    .execute();
  return rows.map(({ id }) => id);
}

/** In pieces of whole characters. */
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
