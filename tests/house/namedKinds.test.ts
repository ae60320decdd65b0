import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_KINDS } from '../../src/engine';

/** Types whose name is also a word for other things: a flow, a panel, a kind of file or of input, a picture of the stage, an engine. */
const WORDS = new Set(['image', 'text', 'model', 'video', 'audio', 'sheet', 'note', 'frame', 'reroute', 'writer']);
const own = NODE_KINDS.all.map(({ type }) => type).filter((type) => !WORDS.has(type) && type !== 'category');
const all = NODE_KINDS.all.map(({ type }) => type).join('|');

/** Names of node types: anywhere if nothing else has that name, otherwise only in a comparison with a type. */
const NAMED = new RegExp(
  [
    `\\b(?:${own.join('|')})\\b|'category'`,
    `\\b(?:type|nodeType)\\)?\\s*[!=]==\\s*'(?:${all})'`,
    `\\bcase '(?:${all})':`,
  ].join('|'),
);

/** Files that may name kinds: the kinds' own folders and the words of both languages. */
const isHome = (file: string): boolean => /^src\/(engine\/nodes\/[^/]+\/|i18n\/)/.test(file);

const FILES_MAX = 14;

const namesAKind = (code: string): boolean => NAMED.test(code);

describe('node kinds', () => {
  it('are named in at most 14 files besides their folders and the words', () => {
    const files = ['src', 'server', 'preview']
      .flatMap((house) => readdirSync(house, { recursive: true, encoding: 'utf8' }).map((file) => join(house, file)))
      .filter((file) => /\.tsx?$/.test(file) && !isHome(file));
    const naming = files.filter((file) => namesAKind(readFileSync(file, 'utf8')));
    expect(files.length).toBeGreaterThan(300);
    expect(naming.length > FILES_MAX ? naming : []).toEqual([]);
  });

  it.each([
    ["if (node?.type === 'category') return rows;", true],
    ["switch (node.type) { case 'image': return run; }", true],
    ["const types = ['textPrompt', 'imageUpload'];", true],
    ["if (kind.flow === 'image') return colour;", false],
    ["const panel: PanelType = 'text';", false],
    ['const kind = kinds.of(node.type);', false],
  ])('the check recognises a line that names a kind: %s', (line, isNaming) => {
    expect(namesAKind(line)).toBe(isNaming);
  });
});
