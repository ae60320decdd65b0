import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { nanoid } from 'nanoid';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../../../server/db';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tables that each app gets a copy of, when the tests run on PostgreSQL. */
    postgres: string | undefined;
  }
}

/** A database with empty tables, and a way to give it back. */
export interface FreshDatabase {
  /** For DATABASE_URL. */
  url: string;
  giveBack: () => Promise<void>;
}

/** Emptied databases: another app of this file is quicker on one of them than on a new one, whose every query is its first. */
const empty: string[] = [];

/** A PostgreSQL database with empty tables; undefined when the tests run on SQLite, which needs only a folder. */
export async function freshDatabase(): Promise<FreshDatabase | undefined> {
  const template = inject('postgres');
  if (template === undefined) return undefined;
  const url = empty.pop() ?? (await createDatabase());
  return {
    url,
    giveBack: async () => {
      await ask(url, EMPTY);
      empty.push(url);
    },
  };
}

let sqlite: Promise<Buffer> | undefined;

/** The bytes of a SQLite file with empty tables: the migrations take longer than all else of an app, so each process runs them once. */
export function emptySqlite(): Promise<Buffer> {
  sqlite ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mulgil-empty-'));
    const path = join(folder, 'empty.db');
    const db = await connect({ kind: 'sqlite', path });
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await db.destroy();
    const bytes = await readFile(path);
    await rm(folder, { recursive: true });
    return bytes;
  })();
  return sqlite;
}

/** Makes a database in the run's PostgreSQL, by `how` if given, else with empty tables. Returns its address. */
export async function createDatabase(how?: string): Promise<string> {
  const url = new URL(inject('postgres') ?? '');
  how ??= `template "${url.pathname.slice(1)}" strategy file_copy`;
  const name = `t_${nanoid().toLowerCase().replaceAll('-', '_')}`;
  url.pathname = '/postgres';
  await ask(url.href, `create database "${name}" ${how}`);
  url.pathname = `/${name}`;
  return url.href;
}

/** There are few rows: deleting them is quicker than recreating the tables' files. */
const EMPTY = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

/** Sends one statement to a database; returns its rows. */
export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
