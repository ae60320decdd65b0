import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOffences } from './findOffences';
import { readRules } from './readRules';
import { readTitles, type Title } from './readTitles';

const ROOT = resolve(import.meta.dirname, '../../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const testFiles = (): readonly string[] =>
  readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => join('tests', path));

const page = (...rows: readonly string[]): string =>
  ['# A page', '## Pipes', '| id | rule | shown by |', '| --- | --- | --- |', ...rows].join('\n');

const A_RULE = '| PIPE-1 | a pipe is 16 px wide | tests/pipe.test.ts |';
const A_TEST = "it('is 16 px wide [PIPE-1]', () => undefined);";

const offences = (written: string, code: string, file = 'tests/pipe.test.ts'): readonly string[] =>
  findOffences(readRules(written), readTitles(file, code));

describe('what was promised', () => {
  it('is shown line by line, by the tests that the page names', () => {
    const titles: readonly Title[] = testFiles().flatMap((file) => readTitles(file, read(file)));
    expect(titles.length).toBeGreaterThan(100);
    expect(findOffences(readRules(read('docs/CONFORMANCE.md')), titles)).toEqual([]);
  });
});

describe('a page and its tests', () => {
  it.each([
    ['a test', A_TEST],
    ['a template', 'it(`is 16 px wide at ${zoom} [PIPE-1]`, () => undefined);'],
    ['a test of a table', "it.each([\n  ['wide', 16],\n])('%s is %i px [PIPE-1]', () => undefined);"],
    ['a test of a written table', 'test.each`px\n${16}\n`("is $px wide [PIPE-1]", () => undefined);'],
    ['a group', "describe('a pipe [PIPE-1]', () => { it('is wide', () => undefined); });"],
    ['one of two ids', `${A_TEST}\nit('is wide and round [PIPE-1]', () => undefined);`],
  ])('agree when the id is carried by %s', (_, code) => {
    expect(offences(page(A_RULE), code)).toEqual([]);
  });

  it('agree about several ids of a test and several tests of an id', () => {
    const written = page(
      '| PIPE-1 | 16 px | `tests/pipe.test.ts`, `tests/pixels.test.ts` |',
      '| PIPE-2 | a \\| b | tests/pipe.test.ts |',
    );
    const titles = [
      ...readTitles('tests/pipe.test.ts', "it('is wide [PIPE-1] [PIPE-2]', () => undefined);"),
      ...readTitles('tests/pixels.test.ts', "it('looks wide [PIPE-1]', () => undefined);"),
    ];
    expect(findOffences(readRules(written), titles)).toEqual([]);
  });

  it('do not agree when a rule has no test', () => {
    expect(offences(page(A_RULE), "it('is 16 px wide', () => undefined);")).toEqual([
      'PIPE-1 is shown by no test',
      'PIPE-1 names tests/pipe.test.ts, it is carried by no file',
    ]);
  });

  it.each([
    ['a comment', "// it('is 16 px wide [PIPE-1]', () => undefined);"],
    ['a text', 'const code = "it(\'is 16 px wide [PIPE-1]\')";'],
    ['another call', "log('is 16 px wide [PIPE-1]');"],
  ])('do not agree when only %s carries the id', (_, code) => {
    expect(offences(page(A_RULE), code)).toContain('PIPE-1 is shown by no test');
  });

  it.each(['it.skip', 'it.todo', 'describe.skip', 'it.skip.each([1])'])('do not agree on %s', (call) => {
    const found = offences(page(A_RULE), `${call}('is 16 px wide [PIPE-1]', () => undefined);`);
    expect(found).toContain('PIPE-1 is shown by no test');
    expect(found).toContain("tests/pipe.test.ts: 'is 16 px wide [PIPE-1]' is skipped, so it shows nothing");
  });

  it('do not agree when a test carries an id that no table has', () => {
    expect(offences(page(A_RULE), `${A_TEST}\nit('is round [PIPE-2]', () => undefined);`)).toEqual([
      "tests/pipe.test.ts: 'is round [PIPE-2]' carries PIPE-2, which no table has",
    ]);
  });

  it('do not agree when the id is elsewhere than at the end', () => {
    expect(offences(page(A_RULE), "it('[PIPE-1] is 16 px wide', () => undefined);")).toEqual([
      "tests/pipe.test.ts: '[PIPE-1] is 16 px wide' carries an id that is not at its end",
    ]);
  });

  it('do not agree when another file carries the id', () => {
    expect(offences(page(A_RULE), A_TEST, 'tests/other.test.ts')).toEqual([
      'PIPE-1 names tests/pipe.test.ts, it is carried by tests/other.test.ts',
    ]);
  });

  it('agree about a retired rule that no test carries and another one replaces', () => {
    const retired = '| PIPE-1 | a pipe is 12 px wide | retired: PIPE-2 |';
    const rule = '| PIPE-2 | a pipe is 16 px wide | tests/pipe.test.ts |';
    const shown = A_TEST.replace('PIPE-1', 'PIPE-2');
    expect(offences(page(retired, rule), shown)).toEqual([]);
    expect(offences(page(retired, rule), `${shown}\n${A_TEST}`)).toEqual([
      'PIPE-1 is retired, it is carried by tests/pipe.test.ts',
    ]);
    expect(offences(page(retired), '')).toEqual(['PIPE-1 is retired for PIPE-2, which no table has as a rule']);
  });

  it('do not agree on an id given twice or in another form', () => {
    expect(offences(page(A_RULE, A_RULE), A_TEST)).toEqual(['PIPE-1 is given twice']);
    expect(offences(page('| PIPE1 | 16 px | tests/pipe.test.ts |'), '')).toContain(
      "'PIPE1' is no id of the form PREFIX-N",
    );
  });

  it.each([
    '| PIPE-2 | a pipe is blue |',
    '| PIPE-2 | | tests/pipe.test.ts |',
    '| PIPE-2 | blue | or | yellow | tests/pipe.test.ts |',
  ])('do not agree on a row such as %s', (row) => {
    expect(offences(page(A_RULE, row), A_TEST)).toEqual([`no row of three filled cells: ${row}`]);
  });

  it('do not agree on a section that promises nothing', () => {
    expect(offences(`${page(A_RULE)}\n\n## Nodes\n`, A_TEST)).toEqual(["the section 'Nodes' has no rule"]);
  });

  it('say everything at once', () => {
    expect(offences(page('| PIPE-1 | 16 px | |', '| PIPE-3 | round | tests/pipe.test.ts |'), A_TEST)).toHaveLength(3);
  });
});
