import { PostgresAdapter, sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Stores each finished picture of a node as a take, and finds takes by words. Pictures of finished jobs become takes without a recipe. */
export const takes: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('take')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('job_id', 'text')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('take_key', 'text')
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('cell', 'text')
    .addColumn('model', 'text')
    .addColumn('cost_micros', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('rating', 'integer')
    .addColumn('deleted_at', 'text')
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('recipe', 'text')
    .execute();
  await sql`insert into take (id, member_id, project_id, node_id, job_id, url, number, model, cost_micros, created_at, words)
    select row_number() over (order by j.started_at, j.id), j.member_id, j.project_id, j.node_id, j.id, j.url, j.number, j.model,
      j.cost_micros, coalesce(j.ended_at, j.started_at), ''
    from job j join project p on p.id = j.project_id
    where j.state = 'done' and j.node_id is not null and j.url is not null`.execute(db);
  await sql`insert into counter (name, last) select 'take', count(*) from take having count(*) > 0`.execute(db);
  await addIndexes(db);
  await (db.getExecutor().adapter instanceof PostgresAdapter ? addWordsOfPostgres(db) : addWordsOfSqlite(db));
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  const create = (name: string) => db.schema.createIndex(name).on('take');
  await create('take_of_project').columns(['project_id', 'id']).execute();
  await create('take_of_node').columns(['project_id', 'node_id', 'id']).execute();
  await create('take_of_member').columns(['member_id', 'id']).execute();
  await create('take_of_picture').columns(['member_id', 'url', 'id']).execute();
  await create('take_of_job').column('job_id').unique().where(sql.ref('job_id'), 'is not', null).execute();
  await create('take_of_key')
    .columns(['member_id', 'take_key', 'id'])
    .where(sql.ref('take_key'), 'is not', null)
    .execute();
  await create('take_by_rating')
    .columns(['member_id', 'rating', 'id'])
    .where(sql.ref('rating'), 'is not', null)
    .execute();
  await create('take_by_deletion').column('deleted_at').where(sql.ref('deleted_at'), 'is not', null).execute();
}

/** The member is one of the words, so that what others have costs nothing. */
async function addWordsOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create index take_words on take
    using gin (array_to_tsvector(array_append(string_to_array(words, ' '), '@' || member_id)))
    with (fastupdate = off) where words <> ''`.execute(db);
}

/** The rows of the index have no text of their own; the triggers keep it true. */
async function addWordsOfSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table take_words using fts5(
    words, content = '', detail = none, columnsize = 0, prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 0 tokenchars '@'"
  )`.execute(db);
  await sql`create trigger take_words_added after insert on take when new.words <> '' begin
    insert into take_words (rowid, words) values (new.id, new.words || ' @' || hex(new.member_id));
  end`.execute(db);
  await sql`create trigger take_words_dropped after delete on take when old.words <> '' begin
    insert into take_words (take_words, rowid, words) values ('delete', old.id, old.words || ' @' || hex(old.member_id));
  end`.execute(db);
}
