import { SelectQueryNode, DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely';
import type { CompiledQuery, QueryResult, RootOperationNode } from 'kysely';
import type Sqlite from 'libsql';

/** Ours are far fewer; lists of values make some more. */
const READY_MAX = 200;

/** Runs statements and caches the prepared ones: preparing a statement takes longer than running it. */
export class Statements {
  readonly #sqlite: Sqlite.Database;
  readonly #ready = new Map<string, Sqlite.Statement>();

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  run<Row>({ sql, parameters, query }: CompiledQuery): QueryResult<Row> {
    const statement = this.#ready.get(sql) ?? this.#sqlite.prepare(sql);
    // A failed statement may still be in progress: it is dropped.
    this.#ready.delete(sql);
    const result = run<Row>(statement, parameters);
    if (isWriting(query) || SelectQueryNode.is(query)) this.#cache(sql, statement);
    return result;
  }

  /** Forgets all statements; to be called before the database is closed. */
  clear(): void {
    this.#ready.clear();
  }

  #cache(sql: string, statement: Sqlite.Statement): void {
    this.#ready.set(sql, statement);
    if (this.#ready.size <= READY_MAX) return;
    const [oldest] = this.#ready.keys();
    if (oldest !== undefined) this.#ready.delete(oldest);
  }
}

function run<Row>(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

/** Whether a statement changes rows. */
export const isWriting = (node: RootOperationNode): boolean =>
  InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node);

/** Whether SQLite refused because another connection is writing. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
