import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type QueryCompiler,
  type SelectModifierNode,
} from 'kysely';
import type Sqlite from 'libsql';
import { isBusy, isWriting, Statements } from './Statements';
import { Mutex } from '../../Mutex';
import type { GroupCommit } from './GroupCommit';

/** How long a statement waits for another process or thread that is writing. */
export const BUSY_TIMEOUT_MS = 5_000;
const ASK_AGAIN_MS = 1;

/**
 * Takes the write lock when a transaction begins, unless it is `read only`: SQLite refuses a transaction that reads, then writes, when
 * another thread has written in between. It waits without blocking its thread.
 *
 * A group commit keeps writers and readers waiting until the change they depend on is on the disk; all of them share one sync.
 */
class ImmediateDriver implements Driver {
  readonly #sqlite: Sqlite.Database;
  readonly #log: GroupCommit | null;
  readonly #writers = new Mutex();
  readonly #statements: Statements;

  constructor(sqlite: Sqlite.Database, log: GroupCommit | null) {
    this.#sqlite = sqlite;
    this.#log = log;
    this.#statements = new Statements(sqlite);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    const deps = { sqlite: this.#sqlite, log: this.#log, writeMutex: this.#writers, statements: this.#statements };
    return Promise.resolve(new ImmediateConnection(deps));
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await ours(connection).begin(settings.accessMode === 'read only');
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).rollback();
  }

  /** Its claims of the lock were released one by one. */
  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#writers.lock();
    this.#statements.clear();
    try {
      await this.#log?.close();
    } finally {
      this.#sqlite.close();
    }
  }
}

function ours(connection: DatabaseConnection): ImmediateConnection {
  if (!(connection instanceof ImmediateConnection)) throw new Error('this connection is of another driver');
  return connection;
}

interface SharedConnection {
  readonly sqlite: Sqlite.Database;
  readonly log: GroupCommit | null;
  readonly writeMutex: Mutex;
  readonly statements: Statements;
}

/** One transaction or one statement on the only connection there is. */
class ImmediateConnection implements DatabaseConnection {
  readonly #shared: SharedConnection;
  #transaction: 'reading' | 'writing' | null = null;

  constructor(shared: SharedConnection) {
    this.#shared = shared;
  }

  async begin(isReadOnly: boolean): Promise<void> {
    const { sqlite, writeMutex } = this.#shared;
    await writeMutex.lock();
    try {
      if (isReadOnly) sqlite.exec('begin');
      else await this.#takeWriteLock();
      this.#transaction = isReadOnly ? 'reading' : 'writing';
    } catch (error) {
      writeMutex.unlock();
      throw error;
    }
  }

  async commit(): Promise<void> {
    const { sqlite, log } = this.#shared;
    sqlite.exec('commit');
    if (this.#transaction === 'writing') log?.committed();
    await this.#end();
  }

  async rollback(): Promise<void> {
    // It was committed, and the disk has failed.
    if (this.#transaction === null) return;
    const { sqlite } = this.#shared;
    try {
      // SQLite has rolled back by itself when the disk is full.
      if (sqlite.inTransaction) sqlite.exec('rollback');
    } finally {
      await this.#end();
    }
  }

  /** Runs a write in a transaction of its own, because only the beginning of a transaction may time out. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statements } = this.#shared;
    if (this.#transaction !== null) return statements.run<Row>(query);
    if (!isWriting(query.query)) return this.#look<Row>(query);
    await this.begin(false);
    try {
      const result = statements.run<Row>(query);
      await this.commit();
      return result;
    } finally {
      await this.rollback();
    }
  }

  /** All rows at once: no result of ours is large. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async #look<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statements, writeMutex, log } = this.#shared;
    await writeMutex.lock();
    try {
      return statements.run<Row>(query);
    } finally {
      writeMutex.unlock();
      await log?.synced();
    }
  }

  async #end(): Promise<void> {
    this.#transaction = null;
    this.#shared.writeMutex.unlock();
    await this.#shared.log?.synced();
  }

  /**
   * Begins by `exec`, which releases a statement that timed out while waiting for another writer. A prepared one stays in progress until it
   * is garbage collected, and until then SQLite ends no transaction of this connection, not even a reading one.
   */
  async #takeWriteLock(): Promise<void> {
    const { sqlite } = this.#shared;
    const begun = performance.now();
    sqlite.exec('pragma busy_timeout = 0');
    try {
      while (!this.#tryWriteLock(performance.now() - begun < BUSY_TIMEOUT_MS)) await sleep(ASK_AGAIN_MS);
    } finally {
      sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  #tryWriteLock(isPatient: boolean): boolean {
    try {
      this.#shared.sqlite.exec('begin immediate');
      return true;
    } catch (error) {
      if (isPatient && isBusy(error)) return false;
      throw error;
    }
  }
}

/** SQLite as the server asks it; see ImmediateDriver for what a log adds. */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database;
  readonly #log: GroupCommit | null;

  constructor(sqlite: Sqlite.Database, log: GroupCommit | null) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
    this.#log = log;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#sqlite, this.#log);
  }

  override createAdapter(): SqliteAdapter {
    return new WholeUpgrades();
  }

  override createQueryCompiler(): QueryCompiler {
    return new LocklessCompiler();
  }
}

/** An upgrade that is cut off leaves nothing: SQLite changes tables in transactions, which Kysely does not expect of it. */
class WholeUpgrades extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Leaves locks of rows out, which PostgreSQL needs: a writer is alone here, and SQLite does not know them. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForUpdate' || node.modifier === 'ForNoKeyUpdate') return;
    super.visitSelectModifier(node);
  }
}
