import { extname, join } from 'node:path';

/** What runs is the sources in `server` or a build of them in `dist/server/HASH` (adr/0016). */
const isBuilt = extname(import.meta.filename) === '.js';

/** Where `npm run build` puts the web app. */
export const WEB_FOLDER = join(import.meta.dirname, isBuilt ? '../../web' : '../dist/web');

/**
 * What a worker thread begins with, by its path in `server`: of the same build as who starts it. Among the sources it loads
 * them through tsx, which threads do not take over.
 */
export function threadFile(path: string): string {
  return join(import.meta.dirname, path);
}

/** Node's flags for such a thread: the lines that are named in its errors are those of the sources. */
export const THREAD_FLAGS = ['--enable-source-maps'];
