import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Numbers the changes of a project's jobs, takes, runs and steps, so that a stream tells them in their order; counts a run's steps. */
export const events: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project_event')
    .addColumn('project_id', 'integer', (column) =>
      column.primaryKey().references('project.id').onDelete('cascade').notNull(),
    )
    .addColumn('last', 'integer', (column) => column.notNull())
    .execute();
  for (const table of ['job', 'take', 'run', 'run_step']) {
    await db.schema
      .alterTable(table)
      .addColumn('event', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    const [owner = ''] = table === 'run_step' ? ['run_id'] : ['project_id'];
    await sql`create index ${sql.ref(`${table}_by_event`)} on ${sql.table(table)} (${sql.ref(owner)}, event) where event > 0`.execute(
      db,
    );
  }
  for (const column of ['takes', 'steps', 'steps_over']) {
    await db.schema
      .alterTable('run')
      .addColumn(column, 'integer', (of) => of.notNull().defaultTo(0))
      .execute();
  }
  await sql`update run set
    takes = (select coalesce(max(s.number), 0) + 1 from run_step s where s.run_id = run.id),
    steps = (select count(*) from run_step s where s.run_id = run.id),
    steps_over = (select count(*) from run_step s where s.run_id = run.id and s.state not in ('waiting', 'running'))`.execute(
    db,
  );
}
