import { CompiledQuery } from 'kysely';
import type { Kysely, KyselyPlugin } from 'kysely';
import { inject } from 'vitest';
import { readDataSettings } from '../../../server/config';
import { connectInThread, type Database } from '../../../server/db';
import type { OpenApp } from './openApp';

/** So many rows that SQLite plans as for very many; PostgreSQL plans here as if reading a whole table cost more than anything else. */
export const ROWS_TO_PLAN = inject('postgres') === undefined ? 20_000 : 2_000;

/** The plans of all queries of a piece of work, a line a step, and the number of these queries. */
export async function plansOf(
  { db, env }: Pick<OpenApp, 'db' | 'env'>,
  work: (watched: Kysely<Database>) => Promise<unknown>,
): Promise<{ statements: number; steps: string[] }> {
  const asked: CompiledQuery[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = db.getExecutor().compileQuery(node, queryId);
      // A part of a statement is reported by itself first.
      if (query.sql.includes(asked.at(-1)?.sql ?? ' ; ')) asked.pop();
      asked.push(query);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await work(db.withPlugin(watch));
  const { database } = readDataSettings(env);
  const explain = database.kind === 'postgres' ? 'explain' : 'explain query plan';
  const beside = connectInThread(database);
  try {
    // PostgreSQL reads all of a table with a few rows, whatever indexes it has.
    if (database.kind === 'postgres') await beside.executeQuery(CompiledQuery.raw('set enable_seqscan = off'));
    const steps: string[] = [];
    for (const { sql, parameters } of asked) {
      const query = CompiledQuery.raw(`${explain} ${sql}`, [...parameters]);
      const { rows } = await beside.executeQuery<Record<string, unknown>>(query);
      for (const row of rows) steps.push(String(row['detail'] ?? row['QUERY PLAN']).trim());
    }
    return { statements: asked.length, steps };
  } finally {
    await beside.destroy();
  }
}

/** The steps that read a table from beginning to end, unless it is known to be empty. */
export const wholeTables = (steps: readonly string[]): string[] =>
  steps.filter((step) =>
    /Seq Scan (?!.*cost=0\.00\.\.0\.00)|^SCAN (?!page$|.*VIRTUAL TABLE INDEX|.*USING (?:COVERING )?INDEX)/.test(step),
  );
