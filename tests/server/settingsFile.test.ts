import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../scripts/installation/readSettingsFile';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-settings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(folder, 'mulgil.env');
  await writeFile(path, text);
  return readSettingsFile(path);
}

describe('a settings file', () => {
  // The result of systemd's own parser for the same lines.
  it.each([
    ['PUBLIC_URL=https://flows.example.com\n', { PUBLIC_URL: 'https://flows.example.com' }],
    ['A=plain value # not a comment  \n', { A: 'plain value # not a comment' }],
    ['A="double \\"q\\" \\$1 \\n x"\n', { A: 'double "q" $1 \\n x' }],
    ["A='single $x \\ y'\n", { A: 'single $x \\ y' }],
    ['A=un\\quoted\\ x\n', { A: 'unquoted x' }],
    ['A=one\\\ntwo\nB=3\n', { A: 'onetwo', B: '3' }],
    ['  A = spaced  \n', { A: 'spaced' }],
    ['A="two" "words"\n', { A: 'twowords' }],
    ['A=a"b"c\n', { A: 'a"b"c' }],
    ['A="many\nlines"\nB=3', { A: 'many\nlines', B: '3' }],
    ['A=postgres://m:p#w@db/m\nB="x"#y\n', { A: 'postgres://m:p#w@db/m', B: 'x#y' }],
    ['# A=1\n; A=2\nexport A=3\nA\n9A=4\n\nB=5\r\n', { B: '5' }],
    ['A=\nB=6\n', { A: '', B: '6' }],
  ])('says by %j what systemd takes from it [OPER-2]', async (text, settings) => {
    expect(await read(text)).toEqual(settings);
  });

  it('whose quote does not end says where it began', async () => {
    await expect(read('A=1\nMETRICS_TOKEN="half of it\n')).rejects.toThrow(
      /^The settings \S+ cannot be read: the quote that METRICS_TOKEN begins with does not end\.$/,
    );
  });
});
