/** How far a job is: how much of it is done, from 0 to 1, or all that is written so far. */
export type JobProgress = { readonly share: number } | { readonly text: string };

/** So much more has to be done before it is told again. */
const SHARE_STEP = 0.05;
/** A reader follows words that come so often. */
const TEXT_EVERY_MS = 100;

/** Passes on what is news to a reader, of all that an engine says as often as it likes. */
export function onlyNews(tell: (progress: JobProgress) => void): (progress: JobProgress) => void {
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
