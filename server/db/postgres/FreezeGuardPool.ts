import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Time without an answer to a statement after which the database is probed. */
const SILENCE_MS = 3_000;

/**
 * Connections that drop a database that has frozen. A statement has no time limit, since moves and migrations take long. A silent one
 * continues while the database answers a probe every few seconds, and is dropped when it does not.
 */
export class FreezeGuardPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #isAnswering: () => Promise<boolean>;
  #asking: Promise<boolean> | undefined;

  constructor(pool: Pool, isAnswering: () => Promise<boolean>) {
    this.#pool = pool;
    this.#isAnswering = isAnswering;
  }

  async connect(): Promise<PostgresPoolClient> {
    return new FreezeGuardClient(await this.#pool.connect(), () => this.#ask());
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** One probe for all statements that wait. */
  #ask(): Promise<boolean> {
    this.#asking ??= this.#isAnswering().finally(() => (this.#asking = undefined));
    return this.#asking;
  }
}

class FreezeGuardClient implements PostgresPoolClient {
  readonly #client: PoolClient & PostgresPoolClient;
  readonly #isAnswering: () => Promise<boolean>;

  constructor(client: PoolClient, isAnswering: () => Promise<boolean>) {
    this.#client = client;
    this.#isAnswering = isAnswering;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    const client: PostgresPoolClient = this.#client;
    return typeof asked === 'string' ? this.#orGiveUp(client.query<Row>(asked, parameters)) : client.query(asked);
  }

  release(): void {
    this.#client.release();
  }

  async #orGiveUp<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let isOver = false;
    let isGivenUp = false;
    const look = async (): Promise<void> => {
      const isThere = await this.#isAnswering();
      if (isOver) return;
      if (isThere) {
        timer = setTimeout(() => void look(), SILENCE_MS);
        return;
      }
      isGivenUp = true;
      // The caller gets an error, and the pool takes no closed connection back.
      void this.#client.end();
    };
    let timer = setTimeout(() => void look(), SILENCE_MS);
    try {
      return await answer;
    } catch (error) {
      throw isGivenUp ? new Error('the database has stopped answering', { cause: error }) : error;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }
}
