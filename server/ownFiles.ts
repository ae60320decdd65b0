import { existsSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Whether this is a build in `dist/server/HASH`, or the sources in `server` (adr/0016). */
const isBuilt = extname(import.meta.filename) === '.js';

const NEWEST_WEB = join(import.meta.dirname, isBuilt ? '../../web' : '../dist/web');

/** Folder of the web app that `npm run build` built last. A build under the running server changes only where the link leads from then on. */
export const WEB_FOLDER = existsSync(NEWEST_WEB) ? realpathSync(NEWEST_WEB) : NEWEST_WEB;

const ROOT = isBuilt ? import.meta.dirname : join(import.meta.dirname, '..');

/**
 * The file that a worker thread starts with, by its path in the repository. It is of the same build as the server. A thread of
 * the sources loads tsx by itself: it does not inherit the loader.
 */
export function threadFile(path: string): string {
  return join(ROOT, path);
}

/** Node's flags for such a thread: the lines that are named in its errors are those of the sources. */
export const THREAD_FLAGS = ['--enable-source-maps'];
