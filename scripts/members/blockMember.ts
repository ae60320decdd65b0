import type { Kysely } from 'kysely';
import { transact } from '../../server/db';
import type { Database } from '../../server/db';
import { endWork } from './endWork';
import { findMember } from './findMember';

/** Ends every session and token of the member, and lets none begin; ends what runs for them. Their data stay. Throws CommandRefused. */
export async function blockMember(db: Kysely<Database>, id: string): Promise<string[]> {
  const { name } = await findMember(db, id);
  const { sessions, tokens } = await endAccess(db, id);
  const { runs, jobs } = await endWork(db, id);
  return [
    `${name} is blocked: ${sessions} sessions and ${tokens} tokens have ended`,
    ...(runs + jobs > 0 ? [`${runs} runs and ${jobs} jobs under way were stopped`] : []),
  ];
}

/** Throws CommandRefused. */
export async function unblockMember(db: Kysely<Database>, id: string): Promise<string[]> {
  const { name } = await findMember(db, id);
  await db.updateTable('member').set({ blocked_at: null }).where('id', '=', id).execute();
  return [`${name} may sign in again and make new tokens`];
}

export function endAccess(db: Kysely<Database>, id: string): Promise<{ sessions: number; tokens: number }> {
  return transact(db, async (change) => {
    const now = new Date().toISOString();
    await change
      .updateTable('member')
      .set({ blocked_at: now })
      .where('id', '=', id)
      .where('blocked_at', 'is', null)
      .execute();
    const sessions = await change.deleteFrom('session').where('member_id', '=', id).executeTakeFirst();
    const tokens = await change.deleteFrom('api_token').where('member_id', '=', id).executeTakeFirst();
    return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numDeletedRows) };
  });
}
