import type { Transaction } from 'kysely';
import type { Database } from '../db';

/**
 * Whoever changes a canvas or its versions holds the project until its transaction ends, so that what it has looked at
 * still holds when it writes, whichever process asks meanwhile. Changing the project's row does so too.
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
