import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Time for which no build is removed: a running server loads and serves from its own what is needed only later. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Gives a finished build its place, in one step.
 *
 * @param {string} folder
 * @param {string} place
 */
export function keep(folder, place) {
  try {
    renameSync(folder, place);
  } catch (error) {
    // The same has been built before, or is being built by another process.
    if (!existsSync(place)) throw error;
    utimesSync(place, new Date(), new Date());
  }
}

/**
 * Removes the builds of a folder that have not been the newest for a day.
 *
 * @param {string} shelf
 * @param {(name: string) => boolean} isNewest Whether a build is the newest now, or was until now: its day begins.
 */
export function keepADay(shelf, isNewest) {
  for (const name of readdirSync(shelf)) {
    const path = join(shelf, name);
    // Another process may have dropped it.
    const seen = statSync(path, { throwIfNoEntry: false });
    if (seen === undefined) continue;
    if (isNewest(name)) utimesSync(path, new Date(), new Date());
    else if (seen.mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
