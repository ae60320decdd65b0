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

const words = (text: string): readonly string[] => text.split(' ');

/** Parts of names that docs/GLOSSARY.md has replaced: on the server, in the app, and in the engine alone. */
const OF_SERVER = words('desk standing folding folded folds rounds watch watched beside');
const OF_APP = words(
  'joint joints camera floor brush brushing leading led offering holding stale spoilt helper helpers flat outbox depot adopt adopted desk',
);
const OF_ENGINE = words('carry carries carried hand');
/** Methods of JavaScript that have such a word as their name. */
const METHODS = new Set(['floor', 'flat', 'flatMap']);

const partsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((part) => part.toLowerCase());

/** The names in code that have one of these parts. */
function replacedIn(path: string, code: string, parts: readonly string[]): string[] {
  const replaced = new Set(parts);
  const found = new Set<string>();
  const look = ({ name }: { name: string }): void => {
    if (!METHODS.has(name) && partsOf(name).some((part) => replaced.has(part))) found.add(name);
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

describe('the names in code', () => {
  it.each([
    ['server', OF_SERVER],
    ['src', OF_APP],
    ['src/engine', OF_ENGINE],
  ])('are those of the glossary in %s', (room, parts) => {
    const named = filesIn(room).map((path) => [path, replacedIn(path, read(path), parts)] as const);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  it('would be found', () => {
    const server = 'export class JobDesk { #rounds = runBeside; standingOf() {} }';
    expect(replacedIn('planted.ts', server, OF_SERVER)).toEqual(['JobDesk', 'rounds', 'runBeside', 'standingOf']);
    expect(replacedIn('planted.ts', 'export const understanding = besides;', OF_SERVER)).toEqual([]);
    const app = 'const isFlat = [Math.floor(camera.x)].flat(); class A { #led = joints; }';
    expect(replacedIn('planted.ts', app, OF_APP)).toEqual(['isFlat', 'camera', 'led', 'joints']);
    expect(replacedIn('planted.ts', 'const carriedBy = itemInHand(handle);', OF_ENGINE)).toEqual([
      'carriedBy',
      'itemInHand',
    ]);
  });
});
