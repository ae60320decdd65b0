import { Transaction } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { operateMembers } from '../../../scripts/members/operateMembers';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { CanvasStore } from '../../../server/canvas/CanvasStore';
import { databaseAway } from '../../../server/db/databaseAway';
import { diskFull } from '../../../server/errors';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { RunStore } from '../../../server/runs/RunStore';
import { InstantImageEngine } from './support/InstantImageEngine';
import { CHAIN, ended, open, read, start, told, valuesOf, type Running } from './support/running';

afterEach(() => vi.restoreAllMocks());

/** A run whose first two steps are with the engine, and whose others wait for them. */
async function halfWay(env = {}): Promise<{ running: Running; id: string }> {
  const running = await open(env);
  running.painter.hold();
  const id = await start(running);
  await expect.poll(() => running.painter.asked.length).toBe(2);
  return { running, id };
}

const jobsOf = ({ db }: Running) => db.selectFrom('job').select('state').execute();
const ABORTED = { state: 'aborted' };
const RUNNING = { state: 'running' };
const ALL_ABORTED = ['a aborted', 'b aborted', 'c aborted', 'd aborted'];

describe('a run that is stopped', () => {
  it('leaves on the canvas all that it has made, also in its last second', async () => {
    const running = await open({ GENERATE_CONCURRENT: '1' });
    const { painter, person } = running;
    const next = () => {
      painter.release();
      painter.hold();
    };
    painter.hold();
    const id = await start(running);
    await expect.poll(() => painter.asked.length).toBe(1);
    next();
    await expect.poll(async () => (await valuesOf(running))['a'], { interval: 20 }).toMatch(/^\/files\//);
    await expect.poll(() => painter.asked.length, { interval: 20 }).toBe(2);
    next();
    await expect.poll(async () => told(await read(running, id)), { interval: 20 }).toContain('b done');
    expect((await person.delete(`/runs/${id}`)).statusCode).toBe(204);
    expect(told(await read(running, id))).toEqual(['a done', 'b done', 'c aborted', 'd aborted']);
    await expect.poll(async () => (await valuesOf(running))['b']).toMatch(/^\/files\//);
  });

  it('brings what it has made to the canvas once the disk has room, also after a restart', async () => {
    const running = await open({ GENERATE_CONCURRENT: '1' });
    const { painter, person } = running;
    const full = vi.spyOn(CanvasStore.prototype, 'writeValues').mockRejectedValue(diskFull(new Error('ENOSPC')));
    const id = await start(running, { nodes: ['a'] });
    await expect.poll(async () => told(await read(running, id)), { interval: 20 }).toContain('a done');
    painter.hold();
    await person.delete(`/runs/${id}`);
    const other = { ...running, pid: await person.create('Other', CHAIN) };
    await start(other, { nodes: ['b'], isFresh: true });
    full.mockClear();
    const begun = performance.now();
    await expect.poll(() => full.mock.calls.length).toBeGreaterThan(1);
    expect(full.mock.calls.length - 1).toBeLessThanOrEqual((performance.now() - begun) / 1000);

    const again = { ...running, ...(await running.reopen(new InstantImageEngine())) };
    full.mockRestore();
    await expect.poll(async () => (await valuesOf(again))['a']).toMatch(/^\/files\//);
  });

  it.each([false, true])('keeps a result whose call has just ended (fresh: %s)', async (isFresh) => {
    const running = await open();
    const { painter, person } = running;
    const { end } = JobStore.prototype;
    painter.hold();
    const id = await start(running, { nodes: ['a'], isFresh });
    await expect.poll(() => painter.asked.length).toBe(1);
    vi.spyOn(JobStore.prototype, 'end').mockImplementationOnce(async function (this: JobStore, ...ended) {
      const job = await end.apply(this, ended);
      await person.delete(`/runs/${id}`);
      return job;
    });
    painter.release();
    await expect.poll(async () => (await read(running, id)).state, { interval: 20 }).toBe('aborted');
    expect(told(await read(running, id))).toEqual(['a done']);
    await expect.poll(async () => (await valuesOf(running))['a'], { interval: 100 }).toMatch(/^\/files\//);
    expect((await person.post(`/runs/${id}/retry`)).json()).toMatchObject({ code: 'nothingToRetry' });
  });
});

describe('a stop during which the database goes away', () => {
  it.each([
    ['of a run', ({ id }: { id: string }) => `/runs/${id}`],
    ['of a project', ({ pid }: { pid: number }) => `/projects/${pid}`],
  ])('%s leaves all as it was, and stops all calls once it is repeated', async (_what, address) => {
    const { running, id } = await halfWay();
    const stop = async () => (await running.person.delete(address({ id, pid: running.pid }))).statusCode;
    const { updateTable } = Transaction.prototype;
    const away = vi.spyOn(Transaction.prototype, 'updateTable').mockImplementation(function (
      this: Transaction<unknown>,
      table: never,
    ) {
      if (table === 'job') throw databaseAway(new Error('it restarts'));
      return updateTable.call(this, table);
    } as never);
    expect(await stop()).toBe(503);
    away.mockRestore();
    const run = await read(running, id);
    expect([run.state, ...told(run)]).toEqual(['running', 'a running', 'b running', 'c waiting', 'd waiting']);
    expect(await jobsOf(running)).toEqual([RUNNING, RUNNING]);
    expect(await stop()).toBe(204);
    await expect.poll(() => running.painter.stopped).toBe(2);
    expect(await jobsOf(running)).toEqual([ABORTED, ABORTED]);
  });
});

describe('the runs of a deleted project', () => {
  it('end with it, and so do the calls of their steps', async () => {
    const { running, id } = await halfWay();
    const { person, pid, painter, env } = running;
    expect((await person.delete(`/projects/${pid}`)).statusCode).toBe(204);
    await expect.poll(() => painter.stopped).toBe(2);
    expect(await jobsOf(running)).toEqual([ABORTED, ABORTED]);

    expect(await operateTrash(['restore', String(pid)], env)).toMatchObject({ code: 0 });
    painter.release();
    const run = await read(running, id);
    expect([run.state, ...told(run)]).toEqual(['aborted', ...ALL_ABORTED]);
    expect((await person.post(`/runs/${id}/retry`)).statusCode).toBe(202);
    await expect.poll(() => painter.asked.length).toBe(2 + 4);
  });

  it('end with one that goes at once, too', async () => {
    const { running } = await halfWay({ TRASH_DAYS: '0' });
    expect((await running.person.delete(`/projects/${running.pid}`)).statusCode).toBe(204);
    await expect.poll(() => running.painter.stopped).toBe(2);
    expect(await running.db.selectFrom('run').select('id').execute()).toEqual([]);
  });

  it('begin no further step where an older version has deleted it', async () => {
    const { running } = await halfWay();
    const { db, pid, painter } = running;
    const deleted = { deleted_at: new Date().toISOString() };
    await db.updateTable('project').set(deleted).where('id', '=', pid).execute();
    expect(await new RunStore(db).listUnderWay()).toEqual([]);
    painter.release();
    await expect.poll(() => jobsOf(running)).toEqual([{ state: 'done' }, { state: 'done' }]);
    const mine = await running.person.create('Flow', CHAIN);
    const other = { ...running, pid: mine };
    await ended(other, await start(other, { isFresh: true }));
    // Four of the other project, and the two from before.
    expect(painter.asked).toHaveLength(4 + 2);
  });

  it('are refused as it goes', async () => {
    const running = await open();
    const { person, pid, db } = running;
    const { insert } = RunStore.prototype;
    vi.spyOn(RunStore.prototype, 'insert').mockImplementationOnce(async function (this: RunStore, ...asked) {
      await person.delete(`/projects/${pid}`);
      return insert.apply(this, asked);
    });
    const answer = await person.post(`/projects/${pid}/runs`, { nodes: ['a'], revision: 1 });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'projectNotFound' }]);
    expect(await db.selectFrom('run').select('id').execute()).toEqual([]);
  });
});

describe('the runs of a blocked member', () => {
  it('are stopped with all of their calls, whichever server makes them', async () => {
    const { running, id } = await halfWay();
    const { person, painter, env, db } = running;
    const painterBeside = new InstantImageEngine();
    painterBeside.hold();
    const beside = await running.beside(painterBeside);
    const alone = beside.person.post('/nodes/generate/image', {
      projectId: running.pid,
      nodes: [{ type: 'text_prompt', content: 'alone' }],
    });
    await expect.poll(() => painterBeside.asked.length).toBe(1);
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    const { code, lines } = await operateMembers(['block', memberId], env);
    expect([code, lines[1]]).toEqual([0, '1 runs and 3 jobs under way were stopped']);
    await expect.poll(() => painter.stopped).toBe(2);
    await expect.poll(() => painterBeside.stopped).toBe(1);
    await alone;
    expect(await jobsOf(running)).toEqual([ABORTED, ABORTED, ABORTED]);
    const runs = await db.selectFrom('run').select(['id', 'state']).execute();
    expect(runs).toEqual([{ id, state: 'aborted' }]);
  });

  it('begin no further step where an older version has blocked them', async () => {
    const { running } = await halfWay();
    const { db, painter } = running;
    await db.updateTable('member').set({ blocked_at: new Date().toISOString() }).execute();
    expect(await new RunStore(db).listUnderWay()).toEqual([]);
    painter.release();
    await expect.poll(() => jobsOf(running)).toEqual([{ state: 'done' }, { state: 'done' }]);
  });
});
