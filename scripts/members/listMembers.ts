import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import { isLiveProject } from '../../server/projects/project';
import { minute } from '../installation/minute';
import { tableRow } from '../installation/printAnswer';

/** A line for each member, in the order in which they joined. */
export async function listMembers(db: Kysely<Database>): Promise<string[]> {
  const members = await db
    .selectFrom('member')
    .selectAll('member')
    .select((row) => [
      row
        .selectFrom('project')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('project.member_id', '=', 'member.id')
        .where(isLiveProject())
        .as('projects'),
      row
        .selectFrom('file_owner')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('file_owner.member_id', '=', 'member.id')
        .as('pictures'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (members.length === 0) return ['There are no members.'];
  const rows = members.map((member) => [
    member.id,
    minute(member.created_at),
    member.blocked_at === null ? '-' : minute(member.blocked_at),
    String(member.projects ?? 0),
    String(member.pictures ?? 0),
    member.name,
  ]);
  return [['id', 'joined', 'blocked since', 'projects', 'pictures', 'name'], ...rows].map(tableRow);
}
