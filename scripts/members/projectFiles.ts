import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import { readCanvasAt, readCanvasRows } from '../../server/canvas/canvasRows';
import { GOING } from '../../server/trash/purgeProject';
import { textAt } from '../../server/versions/settleVersions';
import { readVersionText } from '../../server/versions/versionText';
import { jsonEntry, type ZipEntry } from './zipEntry';

/** The projects of a member, deleted ones too: what they are called, the flow as `npm run render` takes it, and its versions. */
export async function* projectFiles(db: Kysely<Database>, memberId: string): AsyncGenerator<ZipEntry> {
  const projects = await db
    .selectFrom('project')
    .select(['id', 'name', 'revision', 'updated_at', 'thumbnail', 'deleted_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  for (const project of projects) {
    const folder = `projects/${project.id}`;
    // A save may come in between: its state is as good. Of a project whose removal has begun there is no whole canvas.
    const now = await db
      .selectFrom('project')
      .select('revision')
      .where('id', '=', project.id)
      .where('deleted_at', 'is distinct from', GOING)
      .executeTakeFirst();
    if (now === undefined) continue;
    yield jsonEntry(`${folder}/project.json`, project, project.updated_at);
    const canvas = await readCanvasAt(db, project.id, now.revision);
    if (canvas) yield fileOf(`${folder}/flow.json`, canvas, project.updated_at);
    yield* versionFiles(db, project.id, folder);
  }
}

async function* versionFiles(db: Kysely<Database>, projectId: number, folder: string): AsyncGenerator<ZipEntry> {
  const versions = await db
    .selectFrom('version')
    .leftJoin('version_text', (text) =>
      text
        .onRef('version_text.project_id', '=', 'version.project_id')
        .onRef('version_text.revision', '=', 'version.revision'),
    )
    .select(['version.id', 'version.revision', 'kind', 'name', 'created_at', 'version_text.text_id as textId'])
    .where('version.project_id', '=', projectId)
    .orderBy('version.id')
    .execute();
  if (versions.length === 0) return;
  const told = versions.map(({ textId: _textId, ...version }) => version);
  yield jsonEntry(`${folder}/versions.json`, told, versions.at(-1)?.created_at ?? '');
  const rows = versions.some(({ textId }) => textId === null) ? await readCanvasRows(db, projectId) : undefined;
  for (const { id, revision, textId, created_at: at } of versions) {
    const isInRows = rows !== undefined && rows.snapshot.revision <= revision;
    const text = textId === null ? isInRows && Buffer.from(textAt(rows, revision)) : await readVersionText(db, textId);
    if (text) yield fileOf(`${folder}/versions/${id}.json`, text, at);
  }
}

const fileOf = (name: string, text: Buffer, at: string): ZipEntry => ({
  name,
  input: new Uint8Array(text),
  lastModified: new Date(at),
});
