import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import { tableRow } from '../installation/printAnswer';
import { amount } from './amount';

const SHOWN = 20;

/** The members who take the most, a line each, and what all take together. */
export async function listTop(db: Kysely<Database>): Promise<string[]> {
  const top = await db
    .selectFrom('member_usage')
    .innerJoin('member', 'member.id', 'member_usage.member_id')
    .select(['member.id', 'member.name', 'member_usage.bytes', 'member_usage.projects'])
    .select((row) =>
      row
        .selectFrom('file_owner')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('file_owner.member_id', '=', 'member.id')
        .as('pictures'),
    )
    .orderBy('member_usage.bytes', 'desc')
    .orderBy('member.id')
    .limit(SHOWN)
    .execute();
  if (top.length === 0) return ['Nobody has anything yet.'];
  const { members, bytes } = await db
    .selectFrom('member_usage')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('members'),
      fn.sum<number | string | null>('bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const rows = top.map((row) => [row.id, amount(row.bytes), String(row.projects), String(row.pictures ?? 0), row.name]);
  const all = `${members} members take ${amount(Number(bytes ?? 0))} together`;
  return [...[['id', 'takes', 'projects', 'pictures', 'name'], ...rows].map(tableRow), all];
}
