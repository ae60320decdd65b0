import type { Kysely } from 'kysely';
import type { Database } from '../db';

/** A project of a member, deleted ones too, and what changes with its canvas. */
export interface ProjectStamp {
  id: number;
  revision: number;
  /** 0 for none. */
  snapshotRevision: number;
  thumbnail: string | null;
}

const PROJECTS_AT_ONCE = 500;

/** A page of them. */
export async function listStamps(
  db: Kysely<Database>,
  { memberId, after }: { memberId: string; after: number },
): Promise<ProjectStamp[]> {
  const rows = await db
    .selectFrom('project')
    .leftJoin('snapshot', 'snapshot.project_id', 'project.id')
    .select(['project.id', 'project.revision', 'project.thumbnail', 'snapshot.revision as snapshotRevision'])
    .where('project.member_id', '=', memberId)
    .where('project.id', '>', after)
    .orderBy('project.id')
    .limit(PROJECTS_AT_ONCE)
    .execute();
  return rows.map((row) => ({ ...row, snapshotRevision: row.snapshotRevision ?? 0 }));
}
