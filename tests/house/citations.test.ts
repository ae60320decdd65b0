import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOMS = ['src', 'server', 'preview', 'scripts', 'bench', 'tests', 'deploy', 'docs'];
/** Folders and files that are not ours, that a run leaves behind, or whose pages are made up (this one). */
const PASSED_OVER = /(^|\/)(node_modules|results)\/|citations\.test\.ts$/;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'Dockerfile',
  'compose.yaml',
  'vite.config.ts',
  'index.html',
];

const filesIn = (room: string): string[] =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .filter((path) => /\.(ts|tsx|mjs|css|md|html|txt|service)$/.test(path) && !PASSED_OVER.test(path));

const files = (): string[] => [...PAGES, ...ROOMS.flatMap(filesIn)].filter((path) => existsSync(join(ROOT, path)));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Markdown pages and decisions that a text names. */
const pagesNamedIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])(?:[\w.-]+\/)*[\w-]+\.md\b|\badr\/\d{4}\b/g)].map(([name]) => name);

const standsThere = (path: string, page: string): boolean => {
  const decision = /adr\/(\d{4})$/.exec(page)?.[1];
  if (decision) return readdirSync(join(ROOT, 'docs/adr')).some((name) => name.startsWith(decision));
  return [dirname(path), '.', 'docs'].some((folder) => existsSync(join(ROOT, folder, page)));
};

const missingPages = (path: string, text: string): string[] =>
  pagesNamedIn(text)
    .filter((page) => !standsThere(path, page))
    .map((page) => `${path}: ${page}`);

/** Targets of `[words](target)` in a page that do not exist; other sites are left out. */
const deadLinks = (path: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .flatMap(([, target = '']) => (/^[a-z]+:|^#/.test(target) ? [] : [target.split('#')[0] ?? '']))
    .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
    .map((target) => `${path}: ${target}`);

const unknownRules = (path: string, text: string, rules: ReadonlySet<string>): string[] => {
  const rooms = new Set([...rules].map((rule) => rule.replace(/-\d+$/, '')));
  return [...text.matchAll(/\b([A-Z]{3,}(?:-[A-Z]+)*)-\d{1,2}\b/g)]
    .filter(([rule, room = '']) => rooms.has(room) && !rules.has(rule))
    .map(([rule]) => `${path}: ${rule}`);
};

const rulesOf = (page: string): Set<string> =>
  new Set([...page.matchAll(/^\| ([A-Z-]+-\d+) \|/gm)].map(([, id = '']) => id));

describe('what a file cites', () => {
  it('is a page or a decision of this repository', () => {
    expect(files().length).toBeGreaterThan(500);
    expect(files().flatMap((path) => missingPages(path, read(path)))).toEqual([]);
  });

  it('is a rule of docs/CONFORMANCE.md', () => {
    const rules = rulesOf(read('docs/CONFORMANCE.md'));
    expect(rules.size).toBeGreaterThan(300);
    const checked = files().filter((path) => !path.startsWith('tests/house/conformance'));
    expect(checked.flatMap((path) => unknownRules(path, read(path), rules))).toEqual([]);
  });

  it('opens where a page links to it', () => {
    const pages = files().filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((path) => deadLinks(path, read(path)))).toEqual([]);
  });

  it('would be found missing', () => {
    expect(missingPages('src/a.ts', '/** See plans.md, docs/ENGINE.md and adr/9999. */')).toEqual([
      'src/a.ts: plans.md',
      'src/a.ts: adr/9999',
    ]);
    expect(deadLinks('docs/A.md', '[a](ENGINE.md) [b](GONE.md#x) [c](https://example.com)')).toEqual([
      'docs/A.md: GONE.md',
    ]);
    expect(unknownRules('src/a.ts', '/** SAVE-1 and SAVE-99, not UTF-8. */', new Set(['SAVE-1']))).toEqual([
      'src/a.ts: SAVE-99',
    ]);
  });
});
