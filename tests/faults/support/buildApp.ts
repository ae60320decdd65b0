import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the server and the app before a run, from the current sources. */
export async function setup(): Promise<void> {
  // In a process of its own: with a test's settings React would be built for development.
  const { NODE_ENV: _ofTests, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { env });
}
