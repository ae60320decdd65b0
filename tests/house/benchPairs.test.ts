import { describe, expect, it } from 'vitest';
import { inPairs } from '../../bench/inPairs';
import { judge } from '../../bench/server/judge';

const ALONE_MS = 20;

/** Ten rounds on a machine that is slower by a factor in each; saves beside streams cost `cost` times as much as alone. */
async function verdictOf(slowness: readonly number[], cost: number): Promise<boolean | undefined> {
  let turn = 0;
  const ms = (times: number) => () => Promise.resolve(ALONE_MS * times * (slowness[turn++] ?? 1));
  const pairs = await inPairs(5, { without: ms(1), with: ms(cost) });
  const streams = { idleStreams: 200, activeStreams: 50, pictures: 9, errors: 0, editors: 300 };
  const beside = { ...streams, aloneP99Ms: pairs.without, besideP99Ms: pairs.with, medianAloneP99Ms: ALONE_MS };
  return judge({ beside: { ...beside, ratio: pairs.ratio } }).find(({ what }) => what.includes('streams'))?.holds;
}

describe('the cost of streams for others who save', () => {
  it('is seen on a machine that is level', async () => {
    expect(await verdictOf([], 1.19)).toBe(true);
    expect(await verdictOf([], 1.21)).toBe(false);
  });

  it('is not confused with what a machine does that is slow for a while, or ever slower', async () => {
    for (const slowness of [
      [1, 9, 9, 9, 9, 9, 1, 1, 1, 1],
      [1, 9, 9, 1, 1, 1, 1, 1, 1, 1],
      [1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45],
    ]) {
      expect(await verdictOf(slowness, 1.1)).toBe(true);
      expect(await verdictOf(slowness, 1.3)).toBe(false);
    }
  });
});
