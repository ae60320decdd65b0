import { connect } from '../../../server/db';

/** How many members and sessions the server at this folder knows of. */
export async function rowsOf(dataDir: string): Promise<{ members: number; sessions: number }> {
  const db = await connect({ kind: 'sqlite', path: `${dataDir}/mulgil.db` });
  const members = await db.selectFrom('member').select('id').execute();
  const sessions = await db.selectFrom('session').select('token_hash').execute();
  await db.destroy();
  return { members: members.length, sessions: sessions.length };
}
