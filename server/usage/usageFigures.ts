import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../db';

/** The usage of all members together. */
export interface UsageFigures {
  members: number;
  projects: number;
  bytes: number;
  /** Bytes of the member who takes the most. */
  bytesMax: number;
  /** Files of members without a reference; one of two members counts twice. */
  unreferencedFiles: number;
  unreferencedBytes: number;
}

export const NO_FIGURES: UsageFigures = {
  members: 0,
  projects: 0,
  bytes: 0,
  bytesMax: 0,
  unreferencedFiles: 0,
  unreferencedBytes: 0,
};

/** Reads a row for each member, and one for each file without a reference. */
export async function readUsageFigures(db: Kysely<Database>): Promise<UsageFigures> {
  const sums = await db
    .selectFrom('member_usage')
    .select((row) => [
      row.fn.countAll<number | string>().as('members'),
      row.fn.sum<number | string | null>('projects').as('projects'),
      row.fn.sum<number | string | null>('bytes').as('bytes'),
      row.fn.max<number | string | null>('bytes').as('bytesMax'),
    ])
    .executeTakeFirstOrThrow();
  const unreferenced = await db
    .selectFrom('file_owner')
    .innerJoin('file', 'file.sha256', 'file_owner.sha256')
    .where(sql<boolean>`unnamed_since is not null`)
    .select((row) => [
      row.fn.countAll<number | string>().as('unreferencedFiles'),
      row.fn.sum<number | string | null>('file.bytes').as('unreferencedBytes'),
    ])
    .executeTakeFirstOrThrow();
  const figures = Object.entries({ ...sums, ...unreferenced }).map(([name, value]) => [name, Number(value ?? 0)]);
  return { ...NO_FIGURES, ...(Object.fromEntries(figures) as Partial<UsageFigures>) };
}
