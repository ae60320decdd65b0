import { describe, expect, it } from 'vitest';
import { judge } from '../../bench/server/judge';
import { measureManyRows, useManyRows } from '../../bench/server/measureManyRows';
import { isLong } from './support/faultRun';

/** Filling the tables takes most of it. */
const TIMEOUT_MS = 30 * 60_000;
const DATABASES = ['sqlite', 'postgres'] as const;

describe('a server among very many rows', { timeout: TIMEOUT_MS }, () => {
  it.each(DATABASES)('starts, tidies up and is used meanwhile: %s', async (database) => {
    expect(await useManyRows(1_000, database)).toBe(0);
  });

  it.runIf(isLong).each(DATABASES)('does so among a million within its limits: %s', async (database) => {
    const few = await measureManyRows(1_000, database);
    const many = await measureManyRows(1_000_000, database);
    expect(
      judge({ [database === 'sqlite' ? 'manyRows' : 'manyRowsPostgres']: { few, many } }).filter(({ holds }) => !holds),
    ).toEqual([]);
  });
});
