import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endAfter } from '../../../support/leftovers';
import { painted } from '../../abuse/support/painted';
import { openApp } from '../../support/openApp';

const AFTER_EACH = '---';

/** The commands of docs/API.md from top to bottom, each answer after a line of its own. */
function commands(): string {
  const text = readFileSync('docs/API.md', 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  // A command begins where the line before does not continue.
  return blocks.join('').replaceAll(/^(?=(?:api|curl|change|cat|cmp) )/gm, `echo; echo '${AFTER_EACH}'\n`);
}

it('docs/API.md: every command of the afternoon does what the page says [API-6]', async () => {
  const { app } = await openApp({}, { enginesFor: painted });
  const URL = await app.listen({ host: '127.0.0.1', port: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'mulgil-curl-'));
  endAfter('test', () => rm(folder, { recursive: true, force: true }));
  const said = await new Promise<string>((answer, fail) => {
    const env = { PATH: process.env['PATH'], HOME: folder, URL };
    execFile(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', commands()],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        if (error) fail(new Error(`${stdout}\n${stderr}`, { cause: error }));
        else answer(stdout);
      },
    );
  });
  const answers = said
    .split(`\n${AFTER_EACH}\n`)
    .map((each) => each.trim())
    .slice(1);
  const project = { name: 'Harbour', projectId: 1 };
  const expected: [string, unknown][] = [
    ['signs in', expect.stringContaining('"name":"Jiwoo"')],
    ['makes a token', ''],
    ['is who it stands for', expect.stringContaining('"name":"Jiwoo"')],
    ['creates', ''],
    ['reads', expect.stringContaining('A boat at dusk')],
    ['finds', expect.stringContaining(JSON.stringify(project.name))],
    ['changes', expect.stringMatching(/^\{"revision":2,/)],
    ['changes the same once', expect.stringMatching(/^\{"revision":2,/)],
    ['is behind', expect.stringMatching(/"code":"revisionBehind".*412$/s)],
    ['renames', expect.stringContaining('Harbour at dusk')],
    ['uploads', ''],
    ['downloads', ''],
    ['compares', ''],
    ['is signed by nobody', '{"signedBy":null}'],
    ['generates', ''],
    [
      'tells the events',
      expect.stringMatching(/"event":"job"[\s\S]*"event":"generated_image"[\s\S]*generate_image_end/),
    ],
    ['fetches the picture', ''],
    ['lists jobs', expect.stringContaining('"state":"done"')],
    ['analyses', expect.stringMatching(/^\[\{"key":/)],
    ['describes', expect.stringMatching(/^\{"text":/)],
    ['improves', expect.stringMatching(/^\{"text":/)],
    ['writes', expect.stringContaining('generate_text_end')],
    ['keeps takes', ''],
    ['rates', expect.stringContaining('"rating":5')],
    ['searches', expect.stringContaining('"content":"A small boat"')],
    ['deletes a take', ''],
    ['brings it back', expect.stringContaining('"rating":5')],
    ['fetches a small picture', ''],
    ['follows the project', ''],
    [
      'tells what changed',
      expect.stringMatching(/^id: [\s\S]*"event":"revision"[\s\S]*"event":"job"[\s\S]*"event":"take"/),
    ],
    ['keeps a version', ''],
    ['lists versions', expect.stringContaining('Before I tried things')],
    ['restores', expect.stringMatching(/"revision":3/)],
    ['finds nothing', expect.stringMatching(/"code":"projectNotFound".*404$/s)],
    ['knows no such token', expect.stringContaining('"code":"tokenUnknown"')],
    ['deletes', '204'],
    ['revokes', '204'],
    ['is nobody now', expect.stringMatching(/"code":"tokenUnknown".*401$/s)],
  ];
  expect(expected.map(([what], index) => [what, answers[index]])).toEqual(expected);
  expect(answers).toHaveLength(expected.length);
});
