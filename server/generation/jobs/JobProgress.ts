/** How far a job is: how much of it is done, from 0 to 1, or all that is written so far. */
export type JobProgress = { readonly share: number } | { readonly text: string };

/** Smallest progress that is reported. */
const SHARE_STEP = 0.05;
/** Shortest time between two reports of a text. */
const TEXT_EVERY_MS = 100;

/** Passes progress on to a reader no more often than it is worth reading, however often the engine reports it. */
export function throttleProgress(tell: (progress: JobProgress) => void): (progress: JobProgress) => void {
  let told = 0;
  let toldAt = -Infinity;
  return (progress) => {
    if ('share' in progress) {
      if (progress.share < told + SHARE_STEP) return;
      told = progress.share;
    } else {
      const now = performance.now();
      if (now - toldAt < TEXT_EVERY_MS) return;
      toldAt = now;
    }
    tell(progress);
  };
}
