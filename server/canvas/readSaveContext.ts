import type { Kysely } from 'kysely';
import type { Database } from '../db';
import type { LastVersion } from '../versions/VersionStore';
import type { StoredAnswer, PatchKey } from './patchAnswers';
import { firstAnswer, oldestAnswerAt } from './patchAnswers';
import { isLiveProject, projectNotFound } from '../projects/project';

/** The state of a project that decides about a save. */
export interface SaveContext {
  revision: number;
  updatedAt: string;
  /** The stored answer to this very patch; undefined for a new one. */
  answer: StoredAnswer | undefined;
  /** When the patch came that led to this revision; null where none did. */
  lastSaveAt: string | null;
  lastVersion: LastVersion | undefined;
  /** Bytes of the project, and the part of them that is in its member's sum. */
  bytes: number;
  countedBytes: number;
  /** Bytes of the member, as far as they are counted. */
  usedBytes: number;
}

/**
 * Reads everything that decides about a save in one query: a further query costs as much as the save itself. Throws 404 when the
 * member has no such project, and 422 when the key came with another body.
 */
export async function readSaveContext(
  db: Kysely<Database>,
  asked: { memberId: string; projectId: number; key: PatchKey | null },
  now: Date,
): Promise<SaveContext> {
  const row = await db
    .selectFrom('project')
    .leftJoin('patch_log', (log) =>
      log.onRef('patch_log.project_id', '=', 'project.id').onRef('patch_log.revision', '=', 'project.revision'),
    )
    .leftJoin('version', (version) =>
      version.on('version.id', '=', (on) =>
        on
          .selectFrom('version as each')
          .select((each) => each.fn.max('each.id').as('newest'))
          .whereRef('each.project_id', '=', 'project.id'),
      ),
    )
    .leftJoin('member_usage', 'member_usage.member_id', 'project.member_id')
    .leftJoin('patch_answer', (answer) =>
      answer
        .onRef('patch_answer.member_id', '=', 'project.member_id')
        .onRef('patch_answer.project_id', '=', 'project.id')
        // No key is empty.
        .on('patch_answer.idempotency_key', '=', asked.key?.key ?? '')
        .on('patch_answer.created_at', '>', oldestAnswerAt(now)),
    )
    .select([
      'project.revision',
      'project.updated_at',
      'project.bytes',
      'project.counted_bytes',
      'member_usage.bytes as used_bytes',
      'patch_log.created_at as last_save_at',
      'version.revision as version_revision',
      'version.created_at as version_at',
      'patch_answer.body_hash',
      'patch_answer.status',
      'patch_answer.body',
    ])
    .where(isLiveProject({ memberId: asked.memberId, id: asked.projectId }))
    .executeTakeFirst();
  if (row === undefined) throw projectNotFound();
  const { version_revision: revision, version_at: createdAt, body_hash, status, body } = row;
  const isAnswered = body_hash !== null && status !== null && body !== null;
  return {
    revision: row.revision,
    updatedAt: row.updated_at,
    answer: asked.key && isAnswered ? firstAnswer(asked.key, { body_hash, status, body }) : undefined,
    lastSaveAt: row.last_save_at,
    bytes: row.bytes,
    countedBytes: row.counted_bytes,
    usedBytes: row.used_bytes ?? 0,
    lastVersion: revision !== null && createdAt !== null ? { revision, createdAt } : undefined,
  };
}
