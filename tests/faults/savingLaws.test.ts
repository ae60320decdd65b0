import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { anySequence } from './support/commands';
import { FAULT_SEED, isLong, msLeft } from './support/faultRun';
import { World } from './support/World';

const RUNS = isLong ? 500 : 20;
const HAPPENINGS = isLong ? 120 : 60;
const TIMEOUT_MS = isLong ? 6 * 60 * 60_000 : 120_000;

// Failures are logged to the console, and here there are many.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});

it(
  `ends with every place showing what the server has, and nothing missing, after any events (seed ${FAULT_SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(anySequence(HAPPENINGS), async (sequence) => {
        const world = await World.begin();
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence);
          expect(await world.settle()).toEqual([]);
        } finally {
          await world.end();
        }
      }),
      {
        seed: FAULT_SEED,
        numRuns: RUNS,
        interruptAfterTimeLimit: Math.min(TIMEOUT_MS, msLeft()),
        endOnFailure: !isLong,
      },
    );
  },
  TIMEOUT_MS,
);
