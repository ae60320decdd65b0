import type { Clock } from '../ports';

/** False when the signal was aborted before that. */
export function waitUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(true));
    const leave = (): void => {
      cancel();
      resolve(false);
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
  });
}
