import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/** Makes the pauses of the server thousandths: before it gives up what was paid for, it waits five minutes in all. */
export function shortenPauses(): void {
  const pause = timers.setTimeout;
  vi.spyOn(timers, 'setTimeout').mockImplementation((ms = 0, ...rest) => pause(ms / 1000, ...rest));
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
