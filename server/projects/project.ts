import { expressionBuilder } from 'kysely';
import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import type { Database } from '../db';
import { ApiError } from '../errors';

/** The same answer for a project that does not exist, a deleted one and one of another member. */
export function projectNotFound(): ApiError {
  return new ApiError(404, 'projectNotFound', 'There is no such project. It may have been deleted.');
}

/** A project's number from an address. Anything that is no integer names no project: throws 404. */
export function parseProjectId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw projectNotFound();
  return Number(text);
}

/** A condition on `project`: not deleted, the member's where one is given, and this one where an id is given. */
export function isLiveProject({ memberId, id }: { memberId?: string; id?: number } = {}): Expression<SqlBool> {
  const project = expressionBuilder<Database, 'project'>();
  return project.and([
    project('project.deleted_at', 'is', null),
    ...(memberId === undefined ? [] : [project('project.member_id', '=', memberId)]),
    ...(id === undefined ? [] : [project('project.id', '=', id)]),
  ]);
}

/** Throws 404 unless the member has this project. */
export async function requireLiveProject(db: Kysely<Database>, memberId: string, id: number): Promise<void> {
  const row = await db.selectFrom('project').select('id').where(isLiveProject({ memberId, id })).executeTakeFirst();
  if (row === undefined) throw projectNotFound();
}

/**
 * Locks the project's row until the transaction ends, against every process: what was read of the canvas and its versions still
 * holds when it is written. An update of the row locks it too.
 *
 * @returns The row; undefined when there is none.
 */
export function holdProject(
  change: Transaction<Database>,
  projectId: number,
): Promise<{ member_id: string; revision: number; thumbnail: string | null } | undefined> {
  return change
    .selectFrom('project')
    .select(['member_id', 'revision', 'thumbnail'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
