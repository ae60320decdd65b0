/**
 * `npm run test:nodes`: runs the unit and server tests on every version of Node in use, one after the other. `npm run test:nodes -- 24 26
 * --project dom` runs these versions only, with these arguments of vitest. The binaries are npm packages in the user's cache folder: nobody
 * else needs them, so they are in no lock file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** README and Dockerfile name the same. */
const VERSIONS = ['20', '22', '24', '26'];

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mulgil', 'nodes');
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, path?: string }} where
 */
function run(command, args, { cwd = '.', path = process.env.PATH ?? '' }) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path } }).status === 0;
}

/**
 * The folder that a version's `node` is in, installed there where it is not yet; null where that fails.
 * @param {string} version
 */
function findNode(version) {
  if (process.versions.node.startsWith(`${version}.`)) return join(process.execPath, '..');
  const folder = join(CACHE, version);
  const bin = join(folder, 'node_modules', PACKAGE, 'bin');
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    if (!run('npm', ['install', '--silent', '--no-audit', '--no-fund', `${PACKAGE}@${version}`], { cwd: folder })) {
      return null;
    }
  }
  return existsSync(bin) ? bin : null;
}

/** @param {string} version */
function testOn(version) {
  const bin = findNode(version);
  if (bin === null) return 'could not be installed';
  process.stdout.write(`\nNode ${version}\n`);
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const tests = args.length === 0 ? ['run', '--silent', 'test:unit'] : ['exec', '--', 'vitest', 'run', ...args];
  return run('npm', tests, { path }) ? 'good' : 'failed';
}

const given = process.argv.slice(2);
const first = given.findIndex((word) => !VERSIONS.includes(word));
const chosen = first === -1 ? given : given.slice(0, first);
const args = first === -1 ? [] : given.slice(first);

const said = (chosen.length === 0 ? VERSIONS : chosen).map((version) => ({ version, what: testOn(version) }));
for (const { version, what } of said) process.stdout.write(`Node ${version}: ${what}\n`);
process.exitCode = said.every(({ what }) => what === 'good') ? 0 : 1;
