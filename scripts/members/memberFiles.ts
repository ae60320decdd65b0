import type { Kysely } from 'kysely';
import type { MemberRow } from '../../server/access/sessions';
import type { Database } from '../../server/db';
import type { FileStore } from '../../server/files/FileStore';
import { projectFiles } from './projectFiles';
import { jsonEntry, type ZipEntry } from './zipEntry';

export interface ExportCounts {
  projects: number;
  versions: number;
  pictures: number;
  /** Pictures whose bytes the store does not have. */
  missing: number;
}

/**
 * Everything a member has, file by file: who they are, their projects with deleted ones and versions, their pictures, what they
 * had made and read, their sessions and tokens without what opens them. Counts along.
 */
export async function* memberFiles(
  { db, store }: { db: Kysely<Database>; store: FileStore | null },
  member: MemberRow,
  counts: ExportCounts,
): AsyncGenerator<ZipEntry> {
  const now = new Date().toISOString();
  yield jsonEntry('member.json', member, member.created_at);
  const sessions = await db
    .selectFrom('session')
    .select(['created_at', 'expires_at'])
    .where('member_id', '=', member.id)
    .execute();
  yield jsonEntry('sessions.json', sessions, now);
  const tokens = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('member_id', '=', member.id)
    .execute();
  yield jsonEntry('tokens.json', tokens, now);
  const jobs = await db
    .selectFrom('job')
    .selectAll()
    .where('member_id', '=', member.id)
    .orderBy('started_at')
    .execute();
  yield jsonEntry(
    'jobs.json',
    jobs.map(({ idempotency_key: _key, body_hash: _hash, lease_until: _lease, ...job }) => job),
    now,
  );
  const takes = await db.selectFrom('take').selectAll().where('member_id', '=', member.id).orderBy('id').execute();
  yield jsonEntry(
    'takes.json',
    takes.map(({ words: _words, recipe, ...take }) => ({ ...take, recipe: recipe && (JSON.parse(recipe) as unknown) })),
    now,
  );
  const sums = await db.selectFrom('job_sum').selectAll().where('member_id', '=', member.id).execute();
  yield jsonEntry('jobs-by-month.json', sums, now);
  const analyses = await db
    .selectFrom('analysis')
    .select(['id', 'started_at', 'ended_at', 'cost_micros'])
    .where('member_id', '=', member.id)
    .execute();
  yield jsonEntry('analyses.json', analyses, now);
  for await (const entry of projectFiles(db, member.id)) {
    if (entry.name.endsWith('/project.json')) counts.projects += 1;
    if (entry.name.includes('/versions/')) counts.versions += 1;
    yield entry;
  }
  yield* pictureFiles(db, store, member.id, counts);
}

async function* pictureFiles(
  db: Kysely<Database>,
  store: FileStore | null,
  memberId: string,
  counts: ExportCounts,
): AsyncGenerator<ZipEntry> {
  const files = await db
    .selectFrom('file_owner')
    .innerJoin('file', 'file.sha256', 'file_owner.sha256')
    .select(['file.sha256', 'extension', 'content_type', 'bytes', 'width', 'height', 'file_owner.created_at'])
    .where('member_id', '=', memberId)
    .orderBy('file_owner.created_at')
    .execute();
  yield jsonEntry('files.json', files, new Date().toISOString());
  for (const { sha256, extension, created_at: at } of files) {
    const name = `${sha256}.${extension}`;
    const file = (await store?.get(name)) ?? null;
    counts[file === null ? 'missing' : 'pictures'] += 1;
    if (file !== null) yield { name: `files/${name}`, input: file.stream, lastModified: new Date(at) };
  }
}
