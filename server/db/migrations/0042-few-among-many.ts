import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Finds a few takes among very many by their model, their time and, within a project, their rating. */
export const fewAmongMany: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  const onTakes = (name: string) => db.schema.createIndex(name).on('take');
  await onTakes('take_of_model').columns(['member_id', 'model', 'id']).execute();
  await onTakes('take_by_time').columns(['member_id', 'created_at', 'id']).execute();
  await onTakes('take_of_project_by_rating')
    .columns(['project_id', 'rating', 'deleted_at', 'id'])
    .where(sql.ref('rating'), 'is not', null)
    .execute();
}
