import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Before the tests of a run: the server and the app in its browser are of the sources as they are now. */
export async function setup(): Promise<void> {
  // In a process of its own: as a test's, React would be built for developers.
  const { NODE_ENV: _ofTests, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { env });
}
