import type { Transaction } from 'kysely';
import type { Database } from '../db';

/**
 * Whoever changes a canvas or its versions holds the project until its transaction ends, so that what it has looked at
 * still holds when it writes, whichever process asks meanwhile. Changing the project's row does so too.
 */
export function holdProject(
  change: Transaction<Database>,
  projectId: number,
): Promise<{ revision: number; thumbnail: string | null } | undefined> {
  return change
    .selectFrom('project')
    .select(['revision', 'thumbnail'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
