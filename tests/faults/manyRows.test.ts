import { describe, expect, it } from 'vitest';
import { judge } from '../../bench/server/judge';
import { measureManyRows } from '../../bench/server/measureManyRows';
import { isLong } from './support/faultRun';

/** Filling the tables takes most of it. */
const TIMEOUT_MS = 30 * 60_000;

describe('a server among very many rows', () => {
  it.each(['sqlite', 'postgres'] as const)(
    'starts, tidies up and is used meanwhile; in a long run among a million, within its limits: %s',
    { timeout: TIMEOUT_MS },
    async (database) => {
      const few = await measureManyRows(1_000, database, isLong ? 20 : 1);
      expect(few.answers).toBe(5_000);
      // A short run does not check times.
      if (!isLong) return;
      const many = await measureManyRows(1_000_000, database);
      expect(
        judge({ [database === 'sqlite' ? 'manyRows' : 'manyRowsPostgres']: { few, many } }).filter(
          ({ holds }) => !holds,
        ),
      ).toEqual([]);
    },
  );
});
