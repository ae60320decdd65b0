import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAfter } from '../../../support/leftovers';

/** A minimal built web app: a page and a script. It exists until the file's tests have ended. */
export async function makeWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mulgil-web-'));
  endAfter('file', () => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Mulgil</title>');
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {};');
  return folder;
}
