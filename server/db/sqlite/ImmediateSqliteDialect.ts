import { CompiledQuery, SqliteDialect, SqliteDriver, SqliteQueryCompiler } from 'kysely';
import type {
  DatabaseConnection,
  Driver,
  QueryCompiler,
  SelectModifierNode,
  SqliteDialectConfig,
  TransactionSettings,
} from 'kysely';

/**
 * Takes the place of the writer as a transaction begins, unless it is a `read only` one. A transaction that reads first
 * and writes then is refused by SQLite when another thread has written in between, whatever its patience.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createQueryCompiler(): QueryCompiler {
    return new LocklessCompiler();
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}): Promise<void> {
    const begin = settings.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

/** Who writes is alone here: to lock a row, as PostgreSQL needs it, is neither needed nor known. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForUpdate' || node.modifier === 'ForNoKeyUpdate') return;
    super.visitSelectModifier(node);
  }
}
