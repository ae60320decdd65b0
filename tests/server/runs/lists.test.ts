import { describe, expect, it } from 'vitest';
import { REJECTED } from '../../../src/api/contract';
import type { Run, RunPlan } from '../../../src/api/contractRuns';
import type { Take, TakePage } from '../../../src/api/contractTakes';
import { KnownTakes } from '../../../server/runs/KnownTakes';
import type { ImageRequest } from '../../../server/generation';
import { openEngineApp, type EngineApp } from '../generation/support/openEngineApp';
import { flow, image } from './support/flows';
import { InstantImageEngine } from './support/InstantImageEngine';

const asksFor =
  (word: string) =>
  ({ parts }: ImageRequest): boolean =>
    parts.some((part) => part.kind === 'text' && part.text.includes(word));

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_word, index) => `${name}${index}`).join(', ');
const list = (id: string, value: string, more: object = {}) => ({
  id,
  type: 'categoryItem',
  data: { name: id, value, each: true, ...more },
});

interface Sheet extends EngineApp {
  readonly pid: number;
  readonly engine: InstantImageEngine;
}

/** Two lists, and perhaps a third, into one image node, which goes into another. */
async function open(columns: string, rows: string, tabs = ''): Promise<Sheet> {
  const engine = new InstantImageEngine();
  const engineApp = await openEngineApp(engine, {
    GENERATE_PER_MINUTE: '10000',
    GENERATE_PER_DAY: '10000',
    GENERATE_CONCURRENT: '20',
  });
  const nodes = [list('subject', columns), list('style', rows), image('p'), image('q'), list('season', tabs)];
  const pid = await engineApp.person.create('Sheet', flow(nodes, ['subject>p', 'style>p', 'season>p', 'p>q']));
  return { ...engineApp, engine, pid };
}

const revisionOf = async ({ person, pid }: Sheet): Promise<number> =>
  (await person.get(`/projects/${pid}`)).json<{ revision: number }>().revision;

async function plan(sheet: Sheet, more: object = {}): Promise<RunPlan> {
  const wish = { nodes: ['p'], revision: await revisionOf(sheet), ...more };
  const answer = await sheet.person.post(`/projects/${sheet.pid}/runs/plan`, wish);
  expect(answer.statusCode).toBe(200);
  return answer.json<RunPlan>();
}

const run = async (sheet: Sheet, more: object = {}): Promise<Run> => ended(sheet, await start(sheet, more));

async function start(sheet: Sheet, more: object = {}): Promise<string> {
  const wish = { nodes: ['p'], revision: await revisionOf(sheet), ...more };
  const answer = await sheet.person.post(`/projects/${sheet.pid}/runs`, wish);
  expect(answer.statusCode).toBe(202);
  return answer.json<{ runId: string }>().runId;
}

async function ended({ person }: Sheet, id: string): Promise<Run> {
  const read = async (): Promise<Run> => (await person.get(`/runs/${id}`)).json();
  await expect.poll(async () => (await read()).state, { timeout: 500_000, interval: 100 }).not.toBe('running');
  return read();
}

async function takesOf({ person, pid }: Sheet, nodeId = 'p'): Promise<Take[]> {
  const takes: Take[] = [];
  let next: string | null = '';
  while (next !== null) {
    const before: string = next === '' ? '' : `&before=${next}`;
    const page: TakePage = (await person.get(`/projects/${pid}/takes?nodeId=${nodeId}&limit=200${before}`)).json();
    takes.push(...page.takes);
    ({ next } = page);
  }
  return takes;
}

/** Writes the take of each planned step straight into the table, as if an engine had made it. */
async function writeTakes({ db, pid }: Sheet, { steps }: RunPlan): Promise<void> {
  const { member_id } = await db.selectFrom('project').select('member_id').executeTakeFirstOrThrow();
  const made = { member_id, project_id: pid, job_id: null, number: 0, model: 'painter-1', cost_micros: 0 };
  const about = { created_at: '2026-11-21T03:00:00.000Z', rating: null, deleted_at: null, words: '', recipe: null };
  const rows = steps.map(({ nodeId, cell, key }, at) => {
    const url = `/files/${at.toString(16).padStart(64, '0')}.png`;
    return { id: at + 1, ...made, ...about, node_id: nodeId, url, cell: JSON.stringify(cell), take_key: key ?? '' };
  });
  for (const some of [rows.slice(0, 500), rows.slice(500)]) await db.insertInto('take').values(some).execute();
  await db.insertInto('counter').values({ name: 'take', last: rows.length }).execute();
}

const states = ({ steps }: Run): string[] => steps.map(({ state }) => state);
const write = ({ person, pid }: Sheet, node: number, value: string) =>
  person.patch(pid, [{ op: 'replace', path: `/nodes/${node}/data/value`, value }]);

const cellOf = (subject: string) => ({ nodeId: 'p', cell: { subject, style: '수채화' } });

describe('lists whose words go one by one', () => {
  it('make 10 x 10 pictures, each once; a word that comes makes exactly its own [EACH-9]', async () => {
    const sheet = await open(words('것', 10), words('풍', 10));
    const planned = await plan(sheet);
    expect([planned.calls, planned.kept, planned.steps.length]).toEqual([100, 0, 100]);
    expect(states(await run(sheet))).toEqual(Array<string>(100).fill('done'));
    expect(sheet.engine.asked).toHaveLength(100);
    expect(new Set(sheet.engine.asked).size).toBe(100);

    const takes = await takesOf(sheet);
    expect(new Set(takes.map(({ cell }) => `${cell?.['subject']} ${cell?.['style']}`)).size).toBe(100);
    for (const { cell, recipe } of takes)
      expect(recipe?.items).toEqual([
        { type: 'category_prompt', key: 'subject', value: [cell?.['subject']] },
        { type: 'category_prompt', key: 'style', value: [cell?.['style']] },
      ]);

    await write(sheet, 0, `새것, ${words('것', 10)}`);
    expect(await plan(sheet)).toMatchObject({ calls: 10, kept: 100 });
    await run(sheet);
    expect(sheet.engine.asked).toHaveLength(110);
    expect(sheet.engine.asked.slice(100).every((asked) => asked.includes('새것'))).toBe(true);
    // An existing result needs no new take for a cell.
    expect(await takesOf(sheet)).toHaveLength(110);
  });

  it('are 10 x 10 x 10 pictures, each of its own; a word that comes makes exactly a hundred [EACH-9]', async () => {
    const sheet = await open(words('것', 10), words('풍', 10), words('철', 10));
    const planned = await plan(sheet);
    expect([planned.calls, planned.kept]).toEqual([1000, 0]);
    expect(new Set(planned.steps.map(({ key }) => key)).size).toBe(1000);
    await writeTakes(sheet, planned);
    expect(await plan(sheet)).toMatchObject({ calls: 0, kept: 1000 });
    await write(sheet, 1, `${words('풍', 10)}, 새풍`);
    expect(await plan(sheet)).toMatchObject({ calls: 100, kept: 1000 });
    await run(sheet);
    expect([sheet.engine.asked.length, new Set(sheet.engine.asked).size]).toEqual([100, 100]);
    expect(sheet.engine.asked.every((asked) => asked.includes('새풍'))).toBe(true);
  });

  it('bring the results of the original into the cells of a duplicate, without a call [EACH-9]', async () => {
    const sheet = await open('강, 산', '수채화');
    await run(sheet);
    const { nodes, edges } = await sheet.person.canvas(sheet.pid);
    const pid = await sheet.person.create('Duplicate', { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
    const duplicate = { ...sheet, pid };
    const planned = await plan(duplicate);
    expect([planned.calls, planned.kept, planned.steps.some(({ isChosen }) => isChosen)]).toEqual([0, 2, false]);
    await run(duplicate);
    const subjects = (await takesOf(duplicate)).map(({ cell }) => cell?.['subject']);
    expect([subjects.length, new Set(subjects)]).toEqual([2, new Set(['강', '산'])]);
    expect((await plan(duplicate)).steps.every(({ isChosen }) => isChosen)).toBe(true);
    expect(sheet.engine.asked).toHaveLength(2);
  });

  it('run the cells that failed again, and no other [EACH-11]', async () => {
    const sheet = await open('강, 산, 바다', '수채화, 유화');
    sheet.engine.refuses = asksFor('산');
    const failed = await run(sheet);
    expect(states(failed).toSorted()).toEqual(['done', 'done', 'done', 'done', 'failed', 'failed']);
    sheet.engine.refuses = () => false;
    const answer = await sheet.person.post(`/runs/${failed.runId}/retry`);
    const again = await ended(sheet, answer.json<{ runId: string }>().runId);
    expect(again.steps.map(({ cell, state }) => `${cell?.['subject']} ${cell?.['style']} ${state}`)).toEqual([
      '산 수채화 done',
      '산 유화 done',
    ]);
    expect(sheet.engine.asked).toHaveLength(8);
  });

  it('run a cell again with what it is made from, where that has failed, and nothing else [EACH-11]', async () => {
    const sheet = await open('강, 산, 바다', '수채화');
    sheet.engine.refuses = asksFor('산');
    const nodes = ['p', 'q'];
    const failed = await run(sheet, { nodes });
    expect(failed.steps.map(({ state, reason }) => reason ?? state).toSorted()).toEqual([
      ...Array<string>(4).fill('done'),
      'refusedSafety',
      'upstream',
    ]);
    sheet.engine.refuses = () => false;
    const cells = [{ nodeId: 'q', cell: { subject: '산', style: '수채화' } }];
    expect(await plan(sheet, { nodes: ['q'], cells })).toMatchObject({ calls: 0, blocked: 1 });
    const again = await run(sheet, { nodes, cells });
    expect(again.steps.map(({ nodeId, cell, state }) => `${nodeId} ${cell?.['subject']} ${state}`)).toEqual([
      'p 산 done',
      'q 산 done',
    ]);
    expect(sheet.engine.asked).toHaveLength(7);
  });

  it('run one cell, a row of them, or a random sample; too many are refused before any call [EACH-12]', async () => {
    const sheet = await open('강, 산, 바다', '수채화, 유화');
    const cell = { subject: '강', style: '유화' };
    const one = await run(sheet, { cells: [{ nodeId: 'p', cell }] });
    expect(one.steps.map((step) => step.cell)).toEqual([cell]);
    expect(sheet.engine.asked).toHaveLength(1);
    const row = await plan(sheet, { cells: [{ nodeId: 'p', cell: { style: '유화' } }] });
    expect([row.calls, row.kept]).toEqual([2, 1]);
    const sample = { mode: 'random', n: 4, seed: 1 };
    const some = await plan(sheet, { sample });
    expect(some.steps).toHaveLength(4);
    expect((await plan(sheet, { sample })).steps).toEqual(some.steps);

    await write(sheet, 0, words('것', 200));
    await write(sheet, 1, words('풍', 200));
    const wish = { nodes: ['p'], revision: await revisionOf(sheet) };
    const refused = await sheet.person.post(`/projects/${sheet.pid}/runs/plan`, wish);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([413, 'tooManySteps']);
    for (const odd of [{ mode: 'random', n: 0, seed: 1 }, { mode: 'some' }])
      expect((await sheet.person.post(`/projects/${sheet.pid}/runs/plan`, { ...wish, sample: odd })).statusCode).toBe(
        400,
      );
  });

  it('continue to the right: each picture is made of the one of its own cell [EACH-13]', async () => {
    const sheet = await open('강, 산', '수채화');
    const before = await plan(sheet, { nodes: ['q'] });
    expect(before.steps.map(({ reason }) => reason)).toEqual(['missingCell', 'missingCell']);
    await run(sheet, { nodes: ['p', 'q'] });
    const left = new Map((await takesOf(sheet)).map(({ cell, url }) => [cell?.['subject'], url]));
    const right = await takesOf(sheet, 'q');
    expect(right).toHaveLength(2);
    for (const { cell, recipe } of right)
      expect(recipe?.items).toEqual([{ type: 'image_prompt', content: left.get(cell?.['subject']) }]);
    await write(sheet, 0, '강, 산, 바다');
    expect(await plan(sheet, { nodes: ['p', 'q'] })).toMatchObject({ calls: 2, kept: 4 });
  });

  it('are kept by a repetition, too: what was made again is made no third time [EACH-14]', async () => {
    const sheet = await open('강, 산', '수채화');
    const { engine } = sheet;
    const cells = [{ nodeId: 'p', cell: { subject: '강', style: '수채화' } }];
    await run(sheet, { nodes: ['p', 'q'] });
    await run(sheet, { cells, isFresh: true, number: 1 });
    const [again] = await takesOf(sheet);
    expect([again?.number, again?.cell?.['subject']]).toEqual([1, '강']);
    const planned = await plan(sheet);
    expect([planned.calls, planned.steps[0]?.take, planned.steps[0]?.isChosen]).toEqual([0, again?.id, true]);
    // The cell at the right is made of the picture that the sheet shows.
    await run(sheet, { nodes: ['q'] });
    expect((await takesOf(sheet, 'q'))[0]?.recipe?.items).toEqual([{ type: 'image_prompt', content: again?.url }]);
    expect(await plan(sheet, { nodes: ['p', 'q'] })).toMatchObject({ calls: 0, kept: 4 });
    // A person who asks for two results of each has one of the other cell.
    expect(await plan(sheet, { takes: 2 })).toMatchObject({ calls: 1, kept: 3 });

    await write(sheet, 1, '유화');
    const other = [{ nodeId: 'p', cell: { subject: '강', style: '유화' } }];
    await run(sheet, { cells: other, isFresh: true, number: 2 });
    expect(await plan(sheet)).toMatchObject({ calls: 1, kept: 1 });
    await run(sheet);
    expect(engine.asked).toHaveLength(8);
  });

  it('hash each number of a repeated cell once for a plan, however often and for whichever requests it was repeated', async () => {
    const sheet = await open('강', '수채화');
    const { db, pid } = sheet;
    const again = async (number: number): Promise<void> =>
      void (await run(sheet, { cells: [cellOf('강')], isFresh: true, number }));
    for (const number of [0, 1, 2]) await again(number);
    await sheet.person.patch(pid, [{ op: 'add', path: '/nodes/2/data/settings', value: { aspectRatio: '16:9' } }]);
    for (const number of [0, 1]) await again(number);
    const { member_id } = await db.selectFrom('project').select('member_id').executeTakeFirstOrThrow();
    const known = new KnownTakes(db, member_id, pid);
    const hashed: number[] = [];
    for (let round = 1; round <= 3; round += 1) {
      known.finished('key', cellOf('강'), (number) => {
        hashed.push(number);
        return `other ${number}`;
      });
      await known.readAsked();
    }
    expect(hashed.toSorted((one, other) => one - other)).toEqual([1, 2]);
  });

  it('of everything again are repetitions only where they were made: copies and equal nodes find the new ones [EACH-15]', async () => {
    const sheet = await open('강, 산, 바다', '수채화');
    const { person, engine } = sheet;
    await run(sheet, { cells: [cellOf('강')] });
    await run(sheet, { cells: [cellOf('산')] });
    const [deleted] = await takesOf(sheet);
    await person.send({ method: 'DELETE', url: `/takes/${deleted?.id}` });
    const again = { nodes: ['p', 'q'], isFresh: true, number: 1 };
    // One result of each: none is told as one of several.
    expect((await plan(sheet, again)).steps.every((step) => step.cell?.['take'] === undefined)).toBe(true);
    await run(sheet, again);
    const numbers = async (nodeId: string) => {
      const oldestFirst = (await takesOf(sheet, nodeId)).toReversed();
      return Object.fromEntries(oldestFirst.map(({ cell, number }) => [cell?.['subject'], number]));
    };
    expect([await numbers('p'), await numbers('q')]).toEqual([
      { 강: 1, 산: 1, 바다: 0 },
      { 강: 1, 산: 1, 바다: 0 },
    ]);
    expect(engine.asked).toHaveLength(8);

    const { nodes, edges } = await person.canvas(sheet.pid);
    const copied = { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } };
    const duplicate = { ...sheet, pid: await person.create('Duplicate', copied) };
    expect(await plan(duplicate, { cells: [cellOf('강'), cellOf('바다')] })).toMatchObject({ calls: 0, kept: 2 });
  });

  it('that are missing are made once, though everything is being made again meanwhile [EACH-15]', async () => {
    const sheet = await open(words('것', 24), '수채화');
    const { engine, clock } = sheet;
    await run(sheet, { cells: [cellOf('것0')] });
    engine.hold();
    const again = await start(sheet, { isFresh: true, number: 1 });
    clock.pass(1_000);
    const missing = await start(sheet);
    engine.release();
    expect(states(await ended(sheet, again)).toSorted()).not.toContain('failed');
    await ended(sheet, missing);
    expect(engine.asked).toHaveLength(25);
  });

  it('of everything again that failed are tried again, and none of those that were made [EACH-15]', async () => {
    const sheet = await open('강, 산', '수채화, 유화');
    const { engine, person } = sheet;
    await run(sheet, { cells: [cellOf('강')] });
    engine.refuses = asksFor('유화');
    const failed = await run(sheet, { isFresh: true, number: 1 });
    expect(states(failed).toSorted()).toEqual(['done', 'done', 'failed', 'failed']);
    engine.refuses = () => false;
    const answer = await person.post(`/runs/${failed.runId}/retry`);
    const again = await ended(sheet, answer.json<{ runId: string }>().runId);
    expect(states(again)).toEqual(['done', 'done']);
    expect([engine.asked.length, (await plan(sheet)).calls]).toEqual([7, 0]);
  });

  it('are made of the pictures that the sheet shows: the rejected ones only where there are no others [EACH-13]', async () => {
    const sheet = await open('강', '수채화');
    const { person, engine } = sheet;
    await run(sheet);
    await run(sheet, { isFresh: true });
    const [newer, older] = await takesOf(sheet);
    const reject = (take?: Take) =>
      person.send({ method: 'PATCH', url: `/takes/${take?.id}`, payload: { rating: REJECTED } });
    await reject(newer);
    await run(sheet, { nodes: ['q'] });
    const [right] = await takesOf(sheet, 'q');
    expect(right?.recipe?.items).toEqual([{ type: 'image_prompt', content: older?.url }]);

    const { nodes, edges } = await person.canvas(sheet.pid);
    const copied = { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } };
    const duplicate = { ...sheet, pid: await person.create('Duplicate', copied) };
    await run(duplicate);
    expect((await takesOf(duplicate)).map(({ url }) => url)).toEqual([older?.url]);

    await reject(older);
    const { calls, steps } = await plan(sheet);
    expect([calls, steps.map(({ take }) => take)]).toEqual([0, [newer?.id]]);
    expect(engine.asked).toHaveLength(3);
  });
});
