import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db';

/**
 * Takes the next numbers of a project's events. Do it last in a transaction, after all other locks: the number's row stays locked until it
 * is committed, so that a reader who sees a number sees all before it.
 *
 * @returns The last of them; 0 when the project is gone, and no event is sent.
 */
export async function nextEvents(change: Transaction<Database>, projectId: number, count = 1): Promise<number> {
  const row = await change
    .insertInto('project_event')
    .columns(['project_id', 'last'])
    .expression(
      change
        .selectFrom('project')
        .select(['id', sql<number>`cast(${count} as integer)`.as('last')])
        .where('id', '=', projectId),
    )
    .onConflict((known) =>
      known.column('project_id').doUpdateSet((event) => ({ last: event('project_event.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirst();
  return row?.last ?? 0;
}

interface Ids {
  job: string;
  take: number;
  run: string;
}

/** Reports a row's change, as `nextEvents`. */
export async function noteEvent<Table extends keyof Ids>(
  change: Transaction<Database>,
  projectId: number,
  { table, id }: { table: Table; id: Ids[Table] },
): Promise<void> {
  const event = await nextEvents(change, projectId);
  // All of them have the same columns for it.
  await change
    .updateTable(table as 'job')
    .set({ event })
    .where('id', '=', id as string)
    .execute();
}
