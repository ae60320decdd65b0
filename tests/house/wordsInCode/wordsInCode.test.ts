import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWords } from './findWords';

const SOURCE = resolve(import.meta.dirname, '../../../src');
const KOREAN = join('i18n', 'ko');
/** The package's own words: tests/library/defaults.test.ts holds them to the application's keys. */
const OF_THE_PACKAGE = [
  join('engine', 'nodes', 'flows.ts'),
  join('engine', 'render', 'card', 'paintWords.ts'),
  join('engine', 'konva', 'text', 'fieldWords.ts'),
  join('engine', 'konva', 'accessible', 'layerWords.ts'),
];

const files = (): readonly string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.startsWith(KOREAN) && !OF_THE_PACKAGE.includes(path),
  );

describe('what a person reads', () => {
  it('is a key in every component and painter [LANG-5]', () => {
    const said = files().map((path) => [path, findWords(path, readFileSync(join(SOURCE, path), 'utf8'))] as const);
    expect(said.length).toBeGreaterThan(100);
    expect(said.filter(([, words]) => words.length > 0)).toEqual([]);
  });

  it.each([
    ['an English text', '<p>Saved</p>', 'Saved'],
    ['a Korean text', '<p>저장됨</p>', '저장됨'],
    ['a text beside another element', '<p><b /> Saved</p>', 'Saved'],
    ['a text in a fragment', '<>Saved</>', 'Saved'],
    ['a text in braces', "<p>{'Saved'}</p>", 'Saved'],
    ['one of two texts', "<p>{isSaved ? 'Saved' : t('save.saving')}</p>", 'Saved'],
    ['a text on a condition', "<p>{isSaved && 'Saved'}</p>", 'Saved'],
    ['a text in place of none', "<p>{name ?? 'Untitled'}</p>", 'Untitled'],
    ['a text put together', "<p>{'Saved ' + when}</p>", 'Saved'],
    ['a text with a blank', '<p>{`Saved at ${when}`}</p>', 'Saved at …'],
    ['a label', '<button aria-label="Save" />', 'Save'],
    ['a label in braces', "<button aria-label={isSaved ? 'Saved' : words} />", 'Saved'],
    ["a component's label", '<IconButton icon="close" label="Close" />', 'Close'],
    ['a placeholder', '<input placeholder="Untitled" />', 'Untitled'],
    ['an alternative text', '<img alt="A river" />', 'A river'],
    ['a drawn text', "context.fillText('Loading...', 0, 0)", 'Loading...'],
    ['a Korean text anywhere', "const words = '저장됨'", '저장됨'],
  ])('would be found as %s', (_, code, words) => {
    expect(findWords('planted.tsx', `export const planted = () => { ${code}; };`)).toEqual([words]);
  });

  it.each([
    ["<p>{t('save.saved')}</p>"],
    ['<p className="name" lang="ko">{count} %</p>'],
    ["<p>{language === 'en' && <hr />}</p>"],
    ['<button aria-live="polite" aria-label={t("save.saved")} />'],
    ['<img alt="" src="/avatar.svg" />'],
    ['context.fillText(words.loading, 0, 0)'],
    ["throw new Error('nobody reads this on a screen')"],
    ['// 저장됨'],
  ])('is not found in %s', (code) => {
    expect(findWords('planted.tsx', `export const planted = () => { ${code}\n };`)).toEqual([]);
  });
});
