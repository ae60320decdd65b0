import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { textBytes } from '../db';
import type { Database } from '../db';
import { readText } from '../canvas/canvasTexts';

const unpack = promisify(gunzip);

/** As many characters of Base64 as hold the last four bytes in any case. */
const END_CHARACTERS = 8;
const SIZE_BYTES = 4;

/** How long the canvas in a version's text is, which its packed form ends with; null when it was deleted this moment. */
export async function measureVersionText(db: Kysely<Database>, textId: string): Promise<number | null> {
  const parts = await db
    .selectFrom('canvas_text_part')
    .select(textBytes(db, 'part').as('bytes'))
    .where('text_id', '=', textId)
    .orderBy('number', 'desc')
    .limit(2)
    .execute();
  const text = parts.map(({ bytes }) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1')));
  const end = Buffer.from(text.toReversed().join('').slice(-END_CHARACTERS), 'base64');
  return end.byteLength < SIZE_BYTES ? null : end.readUInt32LE(end.byteLength - SIZE_BYTES);
}

/** The canvas in a version's text, as UTF-8; null when it was deleted this moment. */
export async function readVersionText(db: Kysely<Database>, textId: string): Promise<Buffer | null> {
  const packed = await readText(db, textId);
  // Its parts go after its row: where the row is still there, none of them was gone.
  const row = await db.selectFrom('canvas_text').select('id').where('id', '=', textId).executeTakeFirst();
  return row === undefined ? null : unpack(Buffer.from(packed.toString('latin1'), 'base64'));
}
