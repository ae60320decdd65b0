import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteQueryNode,
  InsertQueryNode,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryCompiler,
  QueryResult,
  RootOperationNode,
  SelectModifierNode,
  TransactionSettings,
} from 'kysely';
import type Sqlite from 'libsql';
import { isBusy } from './isBusy';

/** How long a statement waits for another process or thread that is writing. */
export const BUSY_TIMEOUT_MS = 5_000;
const ASK_AGAIN_MS = 1;

/**
 * Takes the place of the writer as a transaction begins, unless it is a `read only` one. A transaction that reads first
 * and writes then is refused by SQLite when another thread has written in between, whatever its patience. While it waits for
 * the place its thread does other work: SQLite's own way of waiting would stop the one that answers everybody.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database;

  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#sqlite);
  }

  override createQueryCompiler(): QueryCompiler {
    return new LocklessCompiler();
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database;

  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new ImmediateConnection(await super.acquireConnection(), this.#sqlite);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}): Promise<void> {
    if (connection instanceof ImmediateConnection) await connection.begin(settings.accessMode === 'read only');
  }

  /** On a full disk SQLite has rolled back by itself. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

class ImmediateConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #sqlite: Sqlite.Database;

  constructor(inner: DatabaseConnection, sqlite: Sqlite.Database) {
    this.#inner = inner;
    this.#sqlite = sqlite;
  }

  /**
   * As `exec`, which lets go of a statement that waited for another writer in vain. A prepared one stays in progress until
   * it is collected as garbage, and until then SQLite ends no transaction of this connection, not even one that reads.
   */
  async begin(isReadOnly: boolean): Promise<void> {
    if (isReadOnly) {
      this.#sqlite.exec('begin');
      return;
    }
    const begun = performance.now();
    this.#sqlite.exec('pragma busy_timeout = 0');
    try {
      while (!this.#takesPlace(performance.now() - begun < BUSY_TIMEOUT_MS)) await sleep(ASK_AGAIN_MS);
    } finally {
      this.#sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  #takesPlace(isPatient: boolean): boolean {
    try {
      this.#sqlite.exec('begin immediate');
      return true;
    } catch (error) {
      if (isPatient && isBusy(error)) return false;
      throw error;
    }
  }

  /** Whatever writes does so in a transaction, because only its beginning may wait in vain. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#sqlite.inTransaction || !isWriting(query.query)) return this.#inner.executeQuery<Row>(query);
    await this.begin(false);
    try {
      const result = await this.#inner.executeQuery<Row>(query);
      this.#sqlite.exec('commit');
      return result;
    } finally {
      if (this.#sqlite.inTransaction) this.#sqlite.exec('rollback');
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, chunkSize);
  }
}

const isWriting = (node: RootOperationNode): boolean =>
  InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node);

/** Who writes is alone here: to lock a row, as PostgreSQL needs it, is neither needed nor known. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForUpdate' || node.modifier === 'ForNoKeyUpdate') return;
    super.visitSelectModifier(node);
  }
}
