import Sqlite from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../src/api/contractRuns';
import { keyWith, planCanvas } from '../../../server/runs/planCanvas';
import { PREVIEW_MODEL } from '../../support/previewModel';
import { openEngineApp } from '../generation/support/openEngineApp';
import type { EngineApp } from '../generation/support/openEngineApp';
import { flow, image, prompt } from './support/flows';

/** More than one statement takes, and more than one poll of running jobs. */
const MANY = 1_200;
const FEW = 12;

afterEach(() => vi.restoreAllMocks());

const isTake = (row: unknown): boolean => typeof row === 'object' && row !== null && 'take_key' in row;
const hasWords = (row: unknown): boolean => typeof row === 'object' && row !== null && 'words' in row;

/** The number of queries and writes, and of read rows of takes, those with their words also by themselves; PostgreSQL gets the same. */
function watchStatements(): () => { asked: number; written: number; takes: number; words: number } {
  const statement: object = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1'));
  const asked = vi.spyOn(statement as Sqlite.Statement, 'all');
  const written = vi.spyOn(statement as Sqlite.Statement, 'run');
  const read = (): unknown[] => asked.mock.results.flatMap(({ value }) => value ?? []);
  return () => ({
    asked: asked.mock.calls.length,
    written: written.mock.calls.length,
    takes: read().filter(isTake).length,
    words: read().filter(hasWords).length,
  });
}

const pictureOf = (at: number): string => `/files/${at.toString(16).padStart(64, '0')}.png`;
const wordsOf = (at: number): string => `강 위의 배 ${at}`;

/** A flow of image nodes, each with its own words, which show their pictures or none. */
function manyNodes(count: number, isShown: boolean): object {
  const all = Array.from({ length: count }, (_node, at) => at);
  return flow(
    all.flatMap((at) => [
      prompt(`words-${at}`, wordsOf(at)),
      image(`image-${at}`, isShown ? { value: pictureOf(at) } : {}),
    ]),
    all.map((at) => `words-${at}>image-${at}`),
  );
}

/** Jiwoo has already made the pictures of such flows. */
async function openFinished(count: number): Promise<EngineApp> {
  const engineApp = await openEngineApp();
  const { db, projectId } = engineApp;
  const { member_id } = await db.selectFrom('project').select('member_id').executeTakeFirstOrThrow();
  const key = keyWith({ models: [PREVIEW_MODEL], writer: null });
  const rows = Array.from({ length: count }, (_take, at) => {
    const items = [{ type: 'text_prompt' as const, content: wordsOf(at) }];
    const made = { member_id, project_id: projectId, node_id: `image-${at}`, job_id: null, url: pictureOf(at) };
    const about = { number: 0, cell: null, model: 'painter-1', cost_micros: 0, rating: null, deleted_at: null };
    const recipe = JSON.stringify({ model: 'Gemini-2.5-flash', settings: {}, items });
    const take_key = key({ settings: {}, items, number: 0 });
    return { id: at + 1, ...made, ...about, take_key, created_at: '2026-11-21T03:00:00.000Z', words: 'boat', recipe };
  });
  for (let from = 0; from < count; from += 500) {
    await db
      .insertInto('take')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  await db.insertInto('counter').values({ name: 'take', last: count }).execute();
  return engineApp;
}

async function run({ person }: EngineApp, pid: number, count: number): Promise<Run> {
  const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
  const nodes = Array.from({ length: count }, (_node, at) => `image-${at}`);
  const { runId } = (await person.post(`/projects/${pid}/runs`, { nodes, revision })).json<{ runId: string }>();
  const read = async () => (await person.get(`/runs/${runId}`)).json<Run>();
  await expect.poll(async () => (await read()).state, { interval: 200 }).toBe('done');
  return read();
}

const kept = ({ steps }: Run): number =>
  steps.filter(({ state, take }) => state === 'kept' && take !== undefined).length;

describe('a run over pictures that are there', () => {
  it('is over when it is answered, with a handful of statements [RUNNING-13]', async () => {
    const engineApp = await openFinished(MANY);
    const pid = await engineApp.person.create('Shown', manyNodes(MANY, true));
    const { revision } = (await engineApp.person.get(`/projects/${pid}`)).json<{ revision: number }>();
    const nodes = Array.from({ length: MANY }, (_node, at) => `image-${at}`);
    const counts = watchStatements();
    const { runId } = (await engineApp.person.post(`/projects/${pid}/runs`, { nodes, revision })).json<{
      runId: string;
    }>();
    expect(counts().asked).toBeLessThan(30);
    expect(counts().written).toBeLessThan(10);
    const told = (await engineApp.person.get(`/runs/${runId}`)).json<Run>();
    expect(told.state).toBe('done');
    expect(kept(told)).toBe(MANY);
  });

  it('takes them over in a copy without a statement for each [RUNNING-13]', async () => {
    const engineApp = await openFinished(MANY);
    const [few, many] = [
      await engineApp.person.create('Few', manyNodes(FEW, false)),
      await engineApp.person.create('Many', manyNodes(MANY, false)),
    ];
    const { db } = engineApp;
    expect(kept(await run(engineApp, few, FEW))).toBe(FEW);
    const counts = watchStatements();
    expect(kept(await run(engineApp, many, MANY))).toBe(MANY);
    // Polls until it is over query as well, but write nothing.
    expect(counts().written).toBeLessThan(40);
    const shown = (await engineApp.person.canvas(many)).nodes.filter(({ data }) => data['value'] === undefined);
    expect(shown).toEqual([]);
    const takes = await db.selectFrom('take').select('words').where('project_id', '=', many).distinct().execute();
    expect(takes).toEqual([{ words: 'boat' }]);
    // Events of one transaction have numbers without a gap: others have saved between.
    const events = await db
      .selectFrom('take')
      .select('event')
      .where('project_id', '=', many)
      .orderBy('event')
      .execute();
    const gaps = events.flatMap(({ event }, at) => (event - (events[at - 1]?.event ?? 0) === 1 ? [] : at));
    expect(gaps).toEqual([0, 200, 400, 600, 800, 1_000]);
  });

  it('reads the newest of each request, however often it was made [RUNNING-13]', async () => {
    const engineApp = await openFinished(FEW);
    const { db, person } = engineApp;
    const first = await db.selectFrom('take').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    const again = Array.from({ length: 50 }, (_take, at) => ({
      ...first,
      id: 1_001 + at,
      url: pictureOf(2_000 + at),
    }));
    await db.insertInto('take').values(again).execute();
    await db.updateTable('counter').set({ last: 1_050 }).where('name', '=', 'take').execute();
    const pid = await person.create('Few', manyNodes(FEW, false));
    const counts = watchStatements();
    expect(kept(await run(engineApp, pid, FEW))).toBe(FEW);
    expect(counts().words).toBeLessThanOrEqual(FEW);
    const shown = (await person.canvas(pid)).nodes.find(({ id }) => id === 'image-0');
    expect(shown?.data['value']).toBe(pictureOf(2_049));
  });

  it('is planned by one take of each place and each picture, however often it was made [RUNNING-13]', async () => {
    const { db, person } = await openFinished(FEW);
    const first = await db.selectFrom('take').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    const pids = [
      await person.create('Shown', manyNodes(FEW, true)),
      await person.create('Empty', manyNodes(FEW, false)),
    ];
    // A node that is gone has kept it, too.
    const places = pids.flatMap((project_id) => ['image-0', 'gone'].map((node_id) => ({ project_id, node_id })));
    for (let id = 1_001; id <= 3_000; id += places.length * 100) {
      const rows = Array.from({ length: 100 }, (_row, at) =>
        places.map((place, of) => ({ ...first, ...place, id: id + at * places.length + of })),
      );
      await db.insertInto('take').values(rows.flat()).execute();
    }
    const makers = { models: [PREVIEW_MODEL], writer: null };
    const nodes = Array.from({ length: FEW }, (_node, at) => `image-${at}`);
    const wish = { nodes, isFresh: false, takes: 1, number: 0, cells: [], sample: { mode: 'all' as const } };
    const owned = { ...wish, memberId: first.member_id, revision: 1, most: 10_000, makers };
    for (const projectId of pids) {
      const counts = watchStatements();
      const steps = await planCanvas(db, { ...owned, projectId });
      expect(steps?.map(({ state }) => state)).toEqual(nodes.map(() => 'kept'));
      expect(counts().takes).toBeLessThanOrEqual(FEW + 1);
      vi.restoreAllMocks();
    }
  });
});
