import {
  type Dialect,
  ColumnDefinitionNode,
  PostgresDialect,
  PostgresQueryCompiler,
  type DataTypeNode,
  type QueryCompiler,
  sql,
  type Kysely,
} from 'kysely';
import type { CustomTypesConfig, DatabaseError } from 'pg';
import { diskFull, isDiskFull, ApiError, DatabaseNotThere, StartRefused } from '../../errors';
import { databaseAway, databaseBusy } from '../databaseAway';
import { GuardedDialect } from '../GuardedDialect';
import { FreezeGuardPool } from './FreezeGuardPool';

/**
 * Makes the same tables of the same migrations: an `integer` of SQLite has 64 bits, and its texts are compared and put in
 * order byte by byte, in whatever language the database was created.
 */
class PortablePostgresDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PortableCompiler();
  }
}

class PortableCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const inTable = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (inTable && node.dataType === 'integer') this.append('bigint');
    else if (inTable && node.dataType === 'text') this.append('text collate "C"');
    else super.visitDataType(node);
  }
}

/** A PostgreSQL has 100 connections by default: room for several processes. */
const CONNECTIONS = 10;
/** One task at a time, with its transaction and its reads. */
const CONNECTIONS_IN_THREAD = 2;
/** Longest wait for a connection, a new one or one in use by others, and for the answer to a probe. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that vanished without a word is noticed by this, not by waiting for its answer. */
const KEEP_ALIVE_MS = 10_000;
/** How long a statement waits for a row that another process is changing, as SQLite's busy_timeout. */
const LOCK_TIMEOUT_MS = 5_000;
/** A process that stalls in the middle of a transaction keeps everybody from the rows it has changed. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** Connects only at the first query. */
export function openPostgres(url: string): Dialect {
  return open(url, CONNECTIONS);
}

/** Opens it for another thread. */
export function openPostgresInThread(url: string): Dialect {
  return open(url, CONNECTIONS_IN_THREAD);
}

function open(url: string, max: number): Dialect {
  return new GuardedDialect(new PortablePostgresDialect({ pool: () => makePool(url, max) }), explain);
}

/** The driver is loaded only here: most servers need none. */
async function makePool(url: string, max: number): Promise<FreezeGuardPool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'mulgil',
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: wholeNumbers(pg),
  });
  // A broken connection reports to its user, and emits an error that would end the process without a listener.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new FreezeGuardPool(pool, () => isAnswering(pg, url));
}

/** Whether a database answers on a separate connection; a refusal is an answer, too. */
async function isAnswering(pg: Pick<typeof import('pg'), 'Client'>, url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return isAnswer(error);
  } finally {
    void client.end();
  }
}

/** The driver gives 64 bits and sums as text. No count, size or sum of ours comes near to what a number holds. */
function wholeNumbers(pg: Pick<typeof import('pg'), 'TypeOverrides' | 'types'>): CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  return types;
}

/** Connections refused, lost or shut down, and a server that has no more to give. */
const AWAY = /^(?:08|57P|53300$|25P03$)/;
/** A NUL, which no text of PostgreSQL can hold. Names are rid of it before, see cleanName. */
const UNKEEPABLE = '22021';
/** A wait for a row that took too long, or an end by another transaction, by the operator, or for want of memory. */
const BUSY = /^(?:55P03|40P01|40001|57014|53200)$/;

/** The operating system's words for a machine or a service that may be there in a moment: an unknown name is known once the network is. */
const UNREACHABLE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|EAI_AGAIN|ENOTFOUND)$/;
/** The driver's words, which have no code, for a connection that was cut or that nothing answered. */
const CUT = /^(?:Connection terminated|timeout exceeded)/;

/** Whether the database itself said it; otherwise it went wrong on the way there. */
const isAnswer = (error: unknown): error is DatabaseError => error instanceof Error && 'severity' in error;

function explain(error: unknown, when: 'connecting' | 'asking'): unknown {
  if (when === 'connecting') return databaseAway(error);
  if (!isAnswer(error)) return error instanceof TypeError ? error : databaseAway(error);
  // It quotes the row, and a row is nothing for a log.
  delete error.detail;
  if (isDiskFull(error)) return diskFull(error);
  const code = error.code ?? '';
  if (AWAY.test(code)) return databaseAway(error);
  if (code === UNKEEPABLE) return new ApiError(400, 'invalidText', 'A text has a character that cannot be kept.');
  return BUSY.test(code) ? databaseBusy(error) : error;
}

/**
 * Throws StartRefused, without the password, when a database cannot be reached or cannot hold every text: DatabaseNotThere when it may be
 * there a little later.
 */
export async function checkPostgres<Tables>(db: Kysely<Tables>, url: string): Promise<void> {
  const encoding = await findEncoding(db).catch((error: unknown) => {
    const reason = reasonOf(error);
    const Refusal = mayPass(reason) ? DatabaseNotThere : StartRefused;
    throw new Refusal(`The database at ${addressOf(url)} cannot be used (${messageOf(reason)}): check DATABASE_URL.`, {
      cause: reason,
    });
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

/** The failure itself; the first one where each address of a name failed. */
function reasonOf(error: unknown): unknown {
  const { cause } = error instanceof Error ? error : {};
  const [first] = cause instanceof AggregateError ? cause.errors : [cause ?? error];
  return first;
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

function mayPass(reason: unknown): boolean {
  const code = codeOf(reason);
  if (isAnswer(reason)) return AWAY.test(code);
  return UNREACHABLE.test(code) || CUT.test(messageOf(reason));
}

const codeOf = (reason: unknown): string =>
  reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : '';
