/**
 * `npm run soak`: an hour (`SOAK_MINUTES`) of everything at once on one server: saves of small and large canvases, openings,
 * lists, projects made and deleted, versions kept, pictures. Ends with 1 when its memory or its handles grow, or when
 * anything fails.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { saveEverySecond } from '../save/saveEverySecond';
import type { SavingEditor } from '../save/SavingEditor';
import { inJson, resultsOf, startAbout, writeFigures } from '../writeFigures';
import { Verdicts, verdictTable } from '../verdicts';
import { wholeNumber } from '../flagValues';
import { PictureStreams } from './PictureStreams';
import { judgeLevels } from './judgeLevels';
import { watchVitals } from './watchVitals';
import { withPictureServer } from './withPictureServer';

const SMALL = 100;
const SMALL_EDITORS = 40;
const LARGE = 10_000;
const LARGE_EDITORS = 3;
const STREAMS = { idle: 20, active: 5 };
const ROUND_MS = 5_000;
const DEFAULT_MINUTES = 60;

const minutes = wholeNumber('minutes', process.env['SOAK_MINUTES'], DEFAULT_MINUTES, 'SOAK_MINUTES=60 npm run soak');
const seconds = minutes * 60;
const about = startAbout();
const small = generateFlow(SMALL, STAGE);
const large = generateFlow(LARGE, STAGE);

/** Does what people do besides saving, every few seconds until the end. */
async function comeAndGo(visitor: SavingEditor, until: number): Promise<{ visits: number; errors: number }> {
  const seen = { visits: 0, errors: 0 };
  const expect = (status: number, answer: { readonly status: number }): void => {
    if (answer.status !== status) seen.errors += 1;
  };
  const canvas = JSON.stringify(small);
  while (performance.now() < until) {
    expect(200, await visitor.open());
    expect(200, await visitor.send('GET', '/projects', ''));
    expect(200, await visitor.rewrite());
    const made = await visitor.send('POST', '/projects', JSON.stringify({ name: 'soak', canvas }));
    expect(201, made);
    const { projectId } = JSON.parse(made.body) as { projectId: number };
    const kept = await visitor.send('POST', `/projects/${projectId}/versions`, JSON.stringify({ name: 'kept' }));
    expect(201, kept);
    expect(200, await visitor.send('GET', `/projects/${projectId}/versions`, ''));
    expect(204, await visitor.send('DELETE', `/projects/${projectId}`, ''));
    seen.visits += 1;
    await sleep(ROUND_MS);
  }
  return seen;
}

const figures = await withPictureServer(
  async (server) => {
    const editors = [
      ...(await server.openMany(small, SMALL_EDITORS)),
      ...(await server.openMany(large, LARGE_EDITORS)),
    ];
    const visitor = await server.open(large);
    const streams = await PictureStreams.open(server, STREAMS);
    const [saves, visited, samples] = await streams.beside(
      Promise.all([
        saveEverySecond(editors, seconds),
        comeAndGo(visitor, performance.now() + seconds * 1000),
        watchVitals(server.observer, seconds),
      ]),
    );
    const pictures = await streams.close();
    const errors = saves.errors + visited.errors;
    return { saves: saves.ms.length, late: saves.late, visits: visited.visits, pictures, errors, samples };
  },
  { TRASH_DAYS: '0' },
);

const { samples, ...counts } = figures;
console.log(inJson(counts));
const verdicts = new Verdicts();
judgeLevels(samples, verdicts);
verdicts.say('errors', figures.errors, 0);
console.log(verdictTable(verdicts.all));
// A shorter one is to try the command.
if (minutes >= DEFAULT_MINUTES)
  writeFigures(resultsOf('soak'), { about: { ...about(), minutes }, verdicts: verdicts.all, figures });
process.exitCode = verdicts.all.every(({ holds }) => holds) ? 0 : 1;
