import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

const filesIn = (room: string): string[] =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(room, path));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const linesOf = (path: string): number => read(path).split('\n').length - 1;

/** Parts of names that docs/GLOSSARY.md has replaced on the server. */
const REPLACED = new Set(['desk', 'standing', 'folding', 'folded', 'folds', 'rounds', 'watch', 'watched', 'beside']);

const partsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((part) => part.toLowerCase());

/** The names in code that have a replaced part. */
function replacedIn(path: string, code: string): string[] {
  const found = new Set<string>();
  const look = ({ name }: { name: string }): void => {
    if (partsOf(name).some((part) => REPLACED.has(part))) found.add(name);
  };
  new Visitor({ Identifier: look, PrivateIdentifier: look }).visit(parseSync(path, code).program);
  return [...found];
}

describe('the files of the app and the server', () => {
  const files = [...filesIn('src'), ...filesIn('server')];

  it('have 400 lines at most', () => {
    expect(files.filter((path) => linesOf(path) > 400)).toEqual([]);
  });

  it('are seldom a dozen lines or fewer: less than one in eleven', () => {
    expect(files.filter((path) => linesOf(path) <= 12).length).toBeLessThan(files.length / 11);
  });
});

describe('the names of the server', () => {
  it('are those of the glossary', () => {
    const named = filesIn('server').map((path) => [path, replacedIn(path, read(path))] as const);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  it('would be found', () => {
    expect(replacedIn('planted.ts', 'export class JobDesk { #rounds = runBeside; standingOf() {} }')).toEqual([
      'JobDesk',
      'rounds',
      'runBeside',
      'standingOf',
    ]);
    expect(replacedIn('planted.ts', 'export const understanding = besides;')).toEqual([]);
  });
});
