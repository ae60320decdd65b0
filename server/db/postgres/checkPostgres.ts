import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { StartRefused } from '../../errors';

/** Throws StartRefused, without the password, when a database cannot be reached or cannot hold every text. */
export async function checkPostgres<Tables>(db: Kysely<Tables>, url: string): Promise<void> {
  const encoding = await findEncoding(db).catch((error: unknown) => {
    throw new StartRefused(
      `The database at ${addressOf(url)} cannot be used (${reasonOf(error)}): check DATABASE_URL.`,
    );
  });
  if (encoding === 'UTF8') return;
  throw new StartRefused(
    `The database of DATABASE_URL is encoded as ${encoding}: create one with ENCODING 'UTF8', and set DATABASE_URL to it.`,
  );
}

async function findEncoding<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  return rows[0]?.encoding;
}

/** Address of the database without its user and password. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const [first] = cause instanceof AggregateError ? cause.errors : [cause ?? error];
  return first instanceof Error ? first.message : String(first);
}
