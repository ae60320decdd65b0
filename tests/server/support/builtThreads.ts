import { join, resolve } from 'node:path';
import { readBuild } from '../../../scripts/buildServer.mjs';

export { THREAD_FLAGS, WEB_FOLDER } from '../../../server/ownFiles';

const build = resolve(readBuild());

/**
 * Replaces `server/ownFiles` in the tests of the server: an app in a test's own process starts the threads of the build. Those of the
 * sources take more than twice as long to load, and each app with long work has one.
 */
export const threadFile = (path: string): string => join(build, path);
