import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Openings of half sentences, which a reader has to complete by the code below. */
const HALF = /^\s*(?:\/\/|\/\*\*?|\*)\s(?:Whoever|Whose|Whatever|Of|What|Where|Which)\s/;

const opensHalf = (line: string): boolean => HALF.test(line);

it('no comment opens with half a sentence', () => {
  const files = ['src', 'server', 'preview', 'scripts', 'bench', 'tests']
    .flatMap((house) => readdirSync(house, { recursive: true, encoding: 'utf8' }).map((file) => join(house, file)))
    .filter((file) => /\.(?:[cm]?[jt]s|tsx|css)$/.test(file) && !file.includes('node_modules'));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(opensHalf)
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['  /** What is unsent, without its base. */', true],
  ['// Whoever asks sees the new place.', true],
  [' * Of the stage, in screen pixels.', true],
  ['/** Unsent changes, without their base. */', false],
  ['// Offsets of the handles.', false],
])('the check recognises half a sentence: %s', (line, isHalf) => {
  expect(opensHalf(line)).toBe(isHalf);
});
