import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { transact } from '../db';
import type { Database } from '../db';
import type { CanvasRows } from '../canvas/canvasRows';
import { readCanvasRows, replay } from '../canvas/canvasRows';
import { writeText } from '../canvas/canvasTexts';
import { recountProject } from '../usage/usage';

const pack = promisify(gzip);

/** The revisions whose versions rest on the snapshot and the patch log of their project. */
export function unsettledRevisions(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('version')
    .leftJoin('version_text', (text) =>
      text
        .onRef('version_text.project_id', '=', 'version.project_id')
        .onRef('version_text.revision', '=', 'version.revision'),
    )
    .select('version.revision')
    .distinct()
    .where('version.project_id', '=', projectId)
    .where('version_text.revision', 'is', null);
}

/** `textId`: the beginning of the texts' ids. */
interface SettleInput {
  projectId: number;
  textId: string;
  /** ISO 8601. */
  createdAt: string;
}

/**
 * Writes the canvases of versions that rest on the snapshot and the patch log into texts. Returns the revisions that can no longer be
 * rebuilt: their versions are deleted.
 */
export async function settleVersions(db: Kysely<Database>, input: SettleInput): Promise<number[]> {
  const { projectId } = input;
  if ((await unsettledRevisions(db, projectId).executeTakeFirst()) === undefined) return [];
  const rows = await readCanvasRows(db, projectId);
  const current = rows?.patches.at(-1)?.revision ?? rows?.snapshot.revision ?? 0;
  const lost: number[] = [];
  // The query comes after the rows: a version that another thread has settled since, before the rows went on without it, is not lost.
  for (const { revision } of await unsettledRevisions(db, projectId).execute()) {
    if (rows === undefined || rows.snapshot.revision > revision) lost.push(revision);
    else if (revision <= current) await keep(db, input, revision, textAt(rows, revision));
  }
  await transact(db, (change) => recountProject(change, projectId));
  // These can never be shown again; keeping them in the list would be a false promise.
  if (lost.length > 0) {
    await db.deleteFrom('version').where('project_id', '=', projectId).where('revision', 'in', lost).execute();
  }
  return lost;
}

async function keep(
  db: Kysely<Database>,
  { projectId, textId, createdAt }: SettleInput,
  revision: number,
  text: string,
): Promise<void> {
  const id = `${textId}-${revision}`;
  await writeText(db, { id, bytes: Buffer.from((await pack(text)).toString('base64')), createdAt });
  // Another server may have been first: ours stays unreferenced then, and housekeeping comes upon it.
  await db
    .insertInto('version_text')
    .values({ project_id: projectId, revision, text_id: id })
    .onConflict((known) => known.columns(['project_id', 'revision']).doNothing())
    .execute();
}

/** The canvas at a revision; as it was sent where no patch has changed it. */
export function textAt({ snapshot, patches }: CanvasRows, revision: number): string {
  const until = patches.filter((patch) => patch.revision <= revision);
  return until.length === 0 ? snapshot.canvas : JSON.stringify(replay({ snapshot, patches: until }).document);
}
