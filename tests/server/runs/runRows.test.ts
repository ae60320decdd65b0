import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { RunPlan } from '../../../src/api/contractRuns';
import { MEBIBYTE } from '../../../server/bytes';
import { clean } from '../../../server/operations/clean';
import { planCanvas } from '../../../server/runs/planCanvas';
import { NO_REQUEST } from '../../../server/runs/storedRequest';
import { PREVIEW_MODEL } from '../../support/previewModel';
import { countRows } from '../support/manyRows';
import { DAY_MS } from '../support/openApp';
import { signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { flow, image, prompt } from './support/flows';
import { CHAIN, ended, open, start, type Running } from './support/running';

async function requestsOf({ db }: Running): Promise<Record<string, string>> {
  const rows = await db.selectFrom('run_step').select(['node_id', 'request']).execute();
  return Object.fromEntries(rows.map(({ node_id: id, request }) => [id, request]));
}

describe('the rows of a run', () => {
  it('keep a request while its step may still need it, and let it go as the step ends [RUNNING-15]', async () => {
    const running = await open();
    running.painter.refused.add('강');
    running.painter.hold();
    const id = await start(running);
    await expect.poll(() => running.painter.asked).toHaveLength(2);
    expect(Object.values(await requestsOf(running))).not.toContain(NO_REQUEST);
    running.painter.release();
    await ended(running, id);
    const none = { a: NO_REQUEST, b: NO_REQUEST, c: NO_REQUEST, d: NO_REQUEST };
    expect(await requestsOf(running)).toEqual(none);
  });

  it('keep no request of a run that is stopped, nor of steps that are kept or cannot run [RUNNING-15]', async () => {
    const running = await open();
    running.painter.hold();
    const id = await start(running);
    await running.person.delete(`/runs/${id}`);
    running.painter.release();
    expect(new Set(Object.values(await requestsOf(running)))).toEqual(new Set([NO_REQUEST]));

    await running.db.deleteFrom('run').execute();
    await ended(running, await start(running));
    await running.db.deleteFrom('run').execute();
    await ended(running, await start(running));
    expect(new Set(Object.values(await requestsOf(running)))).toEqual(new Set([NO_REQUEST]));
  });

  it('go 30 days after its end, a few at a time, and those of one under way stay [TIDY-7]', async () => {
    const running = await open();
    const { db, clock, person, pid } = running;
    const old = await start(running);
    await ended(running, old);
    // A long one, and some that are short.
    const run = await db.selectFrom('run').selectAll().where('id', '=', old).executeTakeFirstOrThrow();
    await db
      .insertInto('run')
      .values({ ...run, id: 'long', steps: 250 })
      .execute();
    const {
      run_id: _,
      place: __,
      ...step
    } = await db.selectFrom('run_step').selectAll().limit(1).executeTakeFirstOrThrow();
    const steps = Array.from({ length: 250 }, (_step, place) => ({ ...step, run_id: 'long', place }));
    await db.insertInto('run_step').values(steps).execute();
    running.painter.hold();
    const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
    const wish = { nodes: ['a'], revision, isFresh: true };
    const going = (await person.post(`/projects/${pid}/runs`, wish)).json<{ runId: string }>().runId;
    const cleaned = async (days: number): Promise<number[]> => {
      const now = new Date(clock.now().getTime() + days * DAY_MS).toISOString();
      const left = [await countRows(db, 'run_step')];
      for (let next: string | null = ''; next !== null; left.push(await countRows(db, 'run_step')))
        ({ next } = await clean(db, { name: 'runs', now, trashDays: 30, from: null }));
      return left;
    };
    expect(await cleaned(29)).toEqual([255, 255]);
    const left = await cleaned(31);
    expect(Math.max(...left.slice(1).map((rows, at) => (left[at] ?? 0) - rows))).toBe(100);
    expect(left.at(-1)).toBe(1);
    expect((await db.selectFrom('run').select('id').execute()).map(({ id }) => id)).toEqual([going]);
    running.painter.release();
    await ended(running, going);
  });

  it.skipIf(sqliteIsEnough)(
    'are not begun where its requests are too long together: 413, and nothing is written [PLAN-7]',
    async () => {
      const running = await open();
      const { db, person } = running;
      const words = Array.from({ length: 2_000 }, (_word, at) => `것${at}`).join(', ');
      const each = { id: 'each', type: 'categoryItem', data: { name: 'each', value: words, each: true } };
      const nodes = [each, prompt('long', '강'.repeat(10_000)), image('p')];
      const pid = await person.create('Sheet', flow(nodes, ['each>p', 'long>p']));
      const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
      for (const path of ['runs/plan', 'runs']) {
        const answer = await person.post(`/projects/${pid}/${path}`, { nodes: ['p'], revision });
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'tooManySteps']);
      }
      expect(await countRows(db, 'run_step')).toBe(0);
      const sample = { mode: 'random', n: 500, seed: 1 };
      const few = await person.post(`/projects/${pid}/runs/plan`, { nodes: ['p'], revision, sample });
      expect(few.json<{ calls: number }>().calls).toBe(500);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'have no node or cell so long that their copies fill the disk: 400 and 413, and nothing is written [PLAN-7]',
    async () => {
      const running = await open();
      const { db, person } = running;
      const long = 'x'.repeat(201);
      const each = { id: 'each', type: 'categoryItem', data: { name: 'each', value: '강, 산', each: true } };
      const pid = await person.create('Sheet', flow([each, image('p'), image(long)], ['each>p', `each>${long}`]));
      const { revision } = (await person.get(`/projects/${pid}`)).json<{ revision: number }>();
      const wishes: [wish: object, status: number, code: string][] = [
        [{ nodes: [long], takes: 100 }, 400, 'invalidRequest'],
        [{ nodes: ['p'], cells: [{ nodeId: long, cell: {} }] }, 400, 'invalidRequest'],
        [
          { nodes: ['p'], cells: [{ nodeId: 'p', cell: { each: 'x'.repeat(400_000) } }], takes: 100 },
          413,
          'tooManySteps',
        ],
      ];
      for (const path of ['runs/plan', 'runs']) {
        for (const [wish, status, code] of wishes) {
          const answer = await person.post(`/projects/${pid}/${path}`, { ...wish, revision });
          expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
        }
      }
      expect(await countRows(db, 'run_step')).toBe(0);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'are planned without the words of steps that cannot run, each of which has them all [PLAN-7]',
    async () => {
      const { db, person } = await open();
      const images = Array.from({ length: 200 }, (_node, at) => `p${at}`);
      const nodes = [prompt('long', 'x'.repeat(MEBIBYTE)), ...images.map((id) => image(id))];
      const canvas = flow(
        nodes,
        images.map((id) => `long>${id}`),
      );
      const pid = await person.create('Wide', canvas);
      const plan = await person.post(`/projects/${pid}/runs/plan`, { nodes: images, revision: 1 });
      expect(plan.json<RunPlan>().steps[199]?.reason).toBe('tooManyWords');
      const { member_id: memberId } = await db.selectFrom('project').select('member_id').executeTakeFirstOrThrow();
      const wish = { nodes: images, isFresh: false, takes: 1, number: 0, cells: [], sample: { mode: 'all' as const } };
      const makers = { models: [PREVIEW_MODEL], writer: null };
      const steps = await planCanvas(db, { ...wish, memberId, projectId: pid, revision: 1, most: 10_000, makers });
      expect(serialize(steps).byteLength).toBeLessThan(MEBIBYTE);
    },
  );

  it('are refused beyond 20,000 of the member’s runs under way: 429, and nothing is written [RUNNING-17]', async () => {
    const running = await open();
    const { db, painter, person, pid } = running;
    painter.hold();
    const long = await start(running);
    // As if it had as many more, which would take long to plan.
    await db.updateTable('run').set({ steps: 19_998, steps_over: 19_000 }).where('id', '=', long).execute();
    const begin = (nodes: string[]) => person.post(`/projects/${pid}/runs`, { nodes, revision: 1, isFresh: true });
    expect((await begin(['a', 'b'])).statusCode).toBe(202);
    const before = [await countRows(db, 'run'), await countRows(db, 'run_step')];
    const refused = await begin(['a']);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.json()).toMatchObject({ code: 'limitRuns' });
    expect([await countRows(db, 'run'), await countRows(db, 'run_step')]).toEqual(before);
    const other = await signIn(running.app, '민수');
    await start({ ...running, person: other, pid: await other.create('Other', CHAIN) });
    await person.delete(`/runs/${long}`);
    expect((await begin(['a'])).statusCode).toBe(202);
  });

  it.skipIf(sqliteIsEnough)('count no request of a step that is over as the run begins [PLAN-7]', async () => {
    const running = await open();
    const { person } = running;
    const words = Array.from({ length: 1_130 }, (_word, at) => `것${at}`).join(', ');
    const each = { id: 'each', type: 'categoryItem', data: { name: 'each', value: words, each: true } };
    const nodes = [each, prompt('long', '강'.repeat(10_000)), image('p')];
    const sheet = { ...running, pid: await person.create('Sheet', flow(nodes, ['each>p', 'long>p'])) };
    const planned = async () => {
      const { revision } = (await person.get(`/projects/${sheet.pid}`)).json<{ revision: number }>();
      return person.post(`/projects/${sheet.pid}/runs/plan`, { nodes: ['p'], revision });
    };
    expect((await planned()).statusCode).toBe(413);
    const sample = { mode: 'random', n: 30, seed: 1 };
    await ended(sheet, await start(sheet, { nodes: ['p'], sample }));
    expect((await planned()).json<{ calls: number }>().calls).toBe(1_100);
  });
});
