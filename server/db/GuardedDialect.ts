import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from 'kysely';

/** Converts a failure to the reported one. `connecting`: there was no connection yet that could have failed. */
export type Explain = (error: unknown, when: 'connecting' | 'asking') => unknown;

/** A dialect whose failures are reported in the server's own words, wherever they occur. */
export class GuardedDialect implements Dialect {
  readonly #inner: Dialect;
  readonly #explain: Explain;

  constructor(inner: Dialect, explain: Explain) {
    this.#inner = inner;
    this.#explain = explain;
  }

  createDriver(): Driver {
    return new GuardedDriver(this.#inner.createDriver(), this.#explain);
  }

  createQueryCompiler(): QueryCompiler {
    return this.#inner.createQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return this.#inner.createAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return this.#inner.createIntrospector(db);
  }
}

class GuardedDriver implements Driver {
  readonly #inner: Driver;
  readonly #explain: Explain;

  constructor(inner: Driver, explain: Explain) {
    this.#inner = inner;
    this.#explain = explain;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new GuardedConnection(await this.#inner.acquireConnection(), this.#explain);
    } catch (error) {
      throw this.#explain(error, 'connecting');
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#guard(() => this.#inner.beginTransaction(innerOf(connection), settings));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#guard(() => this.#inner.commitTransaction(innerOf(connection)));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#guard(() => this.#inner.rollbackTransaction(innerOf(connection)));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(innerOf(connection));
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw this.#explain(error, 'asking');
    }
  }
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof GuardedConnection ? connection.inner : connection;

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #explain: Explain;

  constructor(inner: DatabaseConnection, explain: Explain) {
    this.inner = inner;
    this.#explain = explain;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.inner.executeQuery<Row>(query);
    } catch (error) {
      throw this.#explain(error, 'asking');
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }
}
