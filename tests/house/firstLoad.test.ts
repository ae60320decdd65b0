import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A chunk of the build, as Vite's manifest tells of it. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const ROOT = resolve(import.meta.dirname, '../..');
const FIRST_LOAD_MAX_BYTES = 200_000;
const ENTRY = 'index.html';
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

/** The scripts and style sheets that are loaded with a chunk, its own included. */
function filesOf(name: string, seen = new Set<string>()): string[] {
  const chunk = chunks[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  const others = (chunk.imports ?? []).flatMap((imported) => filesOf(imported, seen));
  return [...new Set([chunk.file, ...(chunk.css ?? []), ...others])];
}

/** The sheet that only says where the font's parts are. */
const isOfFonts = (file: string): boolean => basename(file).startsWith('font-');

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const hasKonva = (files: readonly string[]): boolean => files.some((file) => read(file).includes('Konva warning'));

describe('the first page', () => {
  it('loads less than 200 kB of scripts and styles, compressed, fonts apart [DASH-11]', () => {
    const files = filesOf(ENTRY).filter((file) => !isOfFonts(file));
    expect(new Set(files.map((file) => extname(file)))).toEqual(new Set(['.js', '.css']));
    const bytes = files.map((file) => gzipSync(read(file)).byteLength).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  it('leaves the canvas to the editor, which loads it on demand [DASH-11]', () => {
    expect(hasKonva(filesOf(ENTRY))).toBe(false);
    expect(hasKonva(filesOf(EDITOR))).toBe(true);
  });
});
