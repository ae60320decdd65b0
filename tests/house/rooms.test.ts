import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const foldersIn = (...parents: readonly string[]): string[] =>
  parents.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(parent, name)),
  );

/** Where rooms are. */
const HOUSES = [
  'src',
  'src/engine',
  'src/engine/render',
  'src/engine/render/card',
  'src/engine/konva',
  'src/stores',
  'server',
  ...foldersIn('server'),
  'preview',
  'scripts',
];

const isThere = (name: string): boolean =>
  ['.', 'docs', 'tests', ...HOUSES].some((house) => existsSync(join(house, name)));

describe('the tree of docs/ARCHITECTURE.md', () => {
  const [, tree = ''] =
    /```\n([^`]+)```/.exec(readFileSync('docs/ARCHITECTURE.md', 'utf8').replaceAll(/`[^`\n]+`/g, '')) ?? [];
  const named = new Set([...tree.matchAll(/([\w-]+)\//g)].map(([, name = '']) => name));

  it('names every room', () => {
    const rooms = foldersIn(...HOUSES).map((path) => path.split('/').at(-1) ?? '');
    expect(rooms.filter((room) => !named.has(room))).toEqual([]);
  });

  it('names no room that is not there', () => {
    expect([...named].filter((name) => !isThere(name))).toEqual([]);
  });
});
