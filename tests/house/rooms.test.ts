import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const foldersIn = (...parents: readonly string[]): string[] =>
  parents.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(parent, name)),
  );

/** Folders that contain rooms. */
const HOUSES = [
  'src',
  'src/engine',
  'src/engine/render',
  'src/engine/render/card',
  'src/engine/konva',
  'src/engine/tools',
  'src/stores',
  'src/stores/sync',
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

describe('screens', () => {
  /** Listeners for things that happen once: a pressed button, an edit to be announced, a removal by others, an upload that ends, a picture that arrives. */
  const LISTENERS = [
    'find/FindPanel.tsx',
    'history/paintVersion.ts',
    'outline/useFollowRemovals.ts',
    'pictures/ComingPictures.ts',
    'runs/useCardActions.ts',
    'stage/StandInPictures.ts',
    'toolbar/StatusLine.tsx',
    'view/useEditorAnnouncements.ts',
  ];

  it('read what is so on the canvas by observers [OBSERVE-2]', () => {
    const files = readdirSync('src/screens/editor', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const subscribing = files.filter((file) =>
      /\.subscribe\(/.test(readFileSync(join('src/screens/editor', file), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(90);
    expect(subscribing.toSorted()).toEqual(LISTENERS);
  });
});
