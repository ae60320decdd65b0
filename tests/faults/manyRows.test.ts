import { describe, expect, it } from 'vitest';
import { judge } from '../../bench/server/judge';
import { measureManyRows } from '../../bench/server/measureManyRows';
import { isLong } from './support/faultRun';

/** Filling the tables takes the most of it. */
const TIMEOUT_MS = 30 * 60_000;

describe('a server among very many rows', () => {
  it(
    'starts, tidies up and is used meanwhile; in a long run among a million, within its limits',
    { timeout: TIMEOUT_MS },
    async () => {
      const few = await measureManyRows(1_000);
      const many = await measureManyRows(isLong ? 1_000_000 : 2_000);
      expect([few.answers, many.answers]).toEqual([5_000, 5 * many.projects]);
      // A short run says nothing of times.
      const broken = judge({ manyRows: { few, many } }).filter(({ holds }) => !holds);
      expect(isLong ? broken : []).toEqual([]);
    },
  );
});
