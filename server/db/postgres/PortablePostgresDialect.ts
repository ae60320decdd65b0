import { ColumnDefinitionNode, PostgresDialect, PostgresQueryCompiler } from 'kysely';
import type { DataTypeNode, QueryCompiler } from 'kysely';

/**
 * Makes the same tables of the same migrations: an `integer` of SQLite has 64 bits, and its texts are compared and put in
 * order byte by byte, in whatever language the database was created.
 */
export class PortablePostgresDialect extends PostgresDialect {
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
