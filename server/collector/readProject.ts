import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { textBytes } from '../db';
import type { Database } from '../db';
import type { ReferenceFinder } from './fileReferences';
import { MEBIBYTE } from '../bytes';

/** The place at which the reading of a project goes on. */
export interface ProjectPlace {
  /** Revision of the last patch that was read; null once all patches are read. */
  revision: number | null;
  /** Id of the last text that was read. */
  textId: string;
}

export const PROJECT_BEGIN: ProjectPlace = { revision: 0, textId: '' };

const PATCHES_AT_ONCE = 200;
const TEXTS_AT_ONCE = 20;
/** Bytes of texts after which other work can run. */
const STEP_BYTES = 8 * MEBIBYTE;
/** Parts read at once, of 256 KiB each. */
const PARTS_AT_ONCE = 8;

/**
 * Reads some of a project: its patches, then the texts of its canvas, of long patches and of its versions.
 *
 * @returns The place to continue; null at the end. Versions without a text of their own depend on what was read.
 */
export async function readSomeOfProject(
  db: Kysely<Database>,
  { projectId, place, finder }: { projectId: number; place: ProjectPlace; finder: ReferenceFinder },
): Promise<ProjectPlace | null> {
  if (place.revision !== null) return readPatches(db, projectId, place.revision, finder);
  const texts = await findTexts(db, projectId, place.textId);
  let bytes = 0;
  for (const text of texts) {
    if (text.isVersion) await readVersion(db, text.id, finder);
    else for await (const part of partsOf(db, text.id)) finder.read(part);
    finder.end();
    bytes += text.bytes;
    if (bytes >= STEP_BYTES) return { revision: null, textId: text.id };
  }
  const last = texts.at(-1);
  return last === undefined ? null : { revision: null, textId: last.id };
}

async function readPatches(
  db: Kysely<Database>,
  projectId: number,
  after: number,
  finder: ReferenceFinder,
): Promise<ProjectPlace> {
  const rows = await db
    .selectFrom('patch_log')
    .select(['revision', 'patch'])
    .where('project_id', '=', projectId)
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(PATCHES_AT_ONCE)
    .execute();
  for (const { patch } of rows) {
    finder.read(patch);
    finder.end();
  }
  return { revision: rows.length === PATCHES_AT_ONCE ? (rows.at(-1)?.revision ?? null) : null, textId: '' };
}

interface TextOfProject {
  id: string;
  bytes: number;
  isVersion: boolean;
}

async function findTexts(db: Kysely<Database>, projectId: number, after: string): Promise<TextOfProject[]> {
  const named = (['snapshot', 'patch_log', 'version_text'] as const).map(
    (table) => sql`select text_id, ${sql.lit(table)} as named_by from ${sql.table(table)}
      where project_id = ${projectId} and text_id > ${after}`,
  );
  const { rows } = await sql<{ id: string; bytes: number; named_by: string }>`
    select canvas_text.id, canvas_text.bytes, named.named_by
    from (${sql.join(named, sql` union all `)}) as named
    join canvas_text on canvas_text.id = named.text_id
    order by canvas_text.id limit ${sql.lit(TEXTS_AT_ONCE)}`.execute(db);
  return rows.map(({ id, bytes, named_by: namedBy }) => ({ id, bytes, isVersion: namedBy === 'version_text' }));
}

/** Bytes are read as Latin-1: addresses are ASCII, and it costs the least. */
async function* partsOf(db: Kysely<Database>, textId: string): AsyncGenerator<string, void, undefined> {
  for (let from = 0; ; from += PARTS_AT_ONCE) {
    const rows = await db
      .selectFrom('canvas_text_part')
      .select(textBytes(db, 'part').as('part'))
      .where('text_id', '=', textId)
      .where('number', '>=', from)
      .where('number', '<', from + PARTS_AT_ONCE)
      .orderBy('number')
      .execute();
    for (const { part } of rows) yield typeof part === 'string' ? part : Buffer.from(part).toString('latin1');
    if (rows.length < PARTS_AT_ONCE) return;
  }
}

/** A version is kept gzipped, as Base64. Nothing refers any more to one that is being deleted. */
async function readVersion(db: Kysely<Database>, textId: string, finder: ReferenceFinder): Promise<void> {
  try {
    await pipeline(Readable.from(packedOf(db, textId)), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) finder.read(piece.toString('latin1'));
    });
  } catch (error) {
    const still = await db.selectFrom('canvas_text').select('id').where('id', '=', textId).executeTakeFirst();
    if (still !== undefined) throw error;
  }
}

async function* packedOf(db: Kysely<Database>, textId: string): AsyncGenerator<Buffer, void, undefined> {
  let rest = '';
  for await (const part of partsOf(db, textId)) {
    const text = rest + part;
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    yield Buffer.from(text.slice(0, whole), 'base64');
  }
}
