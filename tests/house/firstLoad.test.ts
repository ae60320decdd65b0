import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A chunk of the build, as Vite's manifest tells of it. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const ROOT = resolve(import.meta.dirname, '../..');
const FIRST_LOAD_MAX_BYTES = 200_000;
const EDITOR = 'src/screens/editor/EditorScreen.tsx';

let folder: string;
let chunks: Record<string, Chunk>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mulgil-build-'));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--manifest', '--outDir', folder], { cwd: ROOT, env });
  chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The scripts that are loaded with a chunk, itself included. */
function scriptsOf(name: string, seen = new Set<string>()): string[] {
  const chunk = chunks[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  const own = readFileSync(join(folder, chunk.file), 'utf8');
  return [own, ...(chunk.imports ?? []).flatMap((imported) => scriptsOf(imported, seen))];
}

const entry = (): string => Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? '';
const hasKonva = (scripts: readonly string[]): boolean => scripts.some((text) => text.includes('Konva warning'));

describe('the first page', () => {
  it('loads less than 200 kB of scripts, compressed', () => {
    const scripts = scriptsOf(entry());
    expect(scripts.length).toBeGreaterThan(0);
    const bytes = scripts.map((text) => gzipSync(text).byteLength).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  it('leaves the canvas to the editor, which loads it on demand', () => {
    expect(hasKonva(scriptsOf(entry()))).toBe(false);
    expect(hasKonva(scriptsOf(EDITOR))).toBe(true);
  });
});
