import type { Kysely } from 'kysely';
import type { Database } from '../../../server/db';

/** Number of members and sessions of a server. */
export async function rowsOf(db: Kysely<Database>): Promise<{ members: number; sessions: number }> {
  const members = await db.selectFrom('member').select('id').execute();
  const sessions = await db.selectFrom('session').select('token_hash').execute();
  return { members: members.length, sessions: sessions.length };
}
