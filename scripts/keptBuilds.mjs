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
 * Removes the builds of a folder that are older than a day, except the needed ones.
 *
 * @param {string} shelf
 * @param {(name: string) => boolean} isNeeded
 */
export function dropOld(shelf, isNeeded) {
  for (const name of readdirSync(shelf)) {
    const path = join(shelf, name);
    // Another process may have dropped it.
    const seen = statSync(path, { throwIfNoEntry: false });
    const isOld = seen !== undefined && seen.mtimeMs < Date.now() - KEPT_MS;
    if (isOld && !isNeeded(name)) rmSync(path, { recursive: true, force: true });
  }
}
