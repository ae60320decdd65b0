import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Editor } from '../../src/engine';

const page = readFileSync('docs/ENGINE.md', 'utf8');

/** The names that an entry point exports, types included, in the order of its file. */
function namesOf(door: string): string[] {
  const code = readFileSync(door, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const lists = Array.from(code.matchAll(/export (?:type )?\{([^}]*)\}/g), ([, names = '']) => names.split(','));
  const names = lists.flat().map((name) =>
    name
      .trim()
      .replace(/^type /, '')
      .replace(/^.* as /, ''),
  );
  return names.filter((name) => name !== '');
}

/** Whether the page mentions it: in a line of code, or in code within a sentence. */
function isTold(name: string): boolean {
  const code = Array.from(page.matchAll(/```[\s\S]*?```|`[^`\n]+`/g), ([found]) => found).join('\n');
  return new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'u').test(code);
}

describe('the page about the engine', () => {
  it.each(['src/engine/index.ts', 'src/engine/konva/index.ts'])(
    'mentions every name that %s exports [PACKAGE-9]',
    (door) => {
      const names = namesOf(door);
      expect(names.length).toBeGreaterThan(9);
      expect(names.filter((name) => !isTold(name))).toEqual([]);
    },
  );

  it('mentions every member of an editor [PACKAGE-9]', () => {
    const members = Object.getOwnPropertyNames(Editor.prototype).filter((name) => name !== 'constructor');
    const fields = Object.keys(new Editor({ snapshot: { nodes: [], edges: [] }, uniqueId: () => '' }));
    expect(members.length).toBeGreaterThan(30);
    expect([...members, ...fields].filter((name) => !isTold(name))).toEqual([]);
  });
});
