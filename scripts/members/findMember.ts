import type { Kysely } from 'kysely';
import type { MemberRow } from '../../server/access/sessions';
import type { Database } from '../../server/db';
import { CommandRefused } from '../installation/CommandRefused';

/** Throws CommandRefused for an unknown id. */
export async function findMember(db: Kysely<Database>, id: string): Promise<MemberRow> {
  const member = await db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst();
  if (member === undefined) {
    throw new CommandRefused(`There is no member ${id}: 'list' shows them. Nothing was changed.`);
  }
  return member;
}
