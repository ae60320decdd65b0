import { SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Driver, QueryCompiler, SelectModifierNode } from 'kysely';
import type Sqlite from 'libsql';
import { ImmediateDriver } from './ImmediateDriver';
import type { GroupCommit } from './GroupCommit';

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

  override createQueryCompiler(): QueryCompiler {
    return new LocklessCompiler();
  }
}

/** Leaves locks of rows out, which PostgreSQL needs: a writer is alone here, and SQLite does not know them. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForUpdate' || node.modifier === 'ForNoKeyUpdate') return;
    super.visitSelectModifier(node);
  }
}
