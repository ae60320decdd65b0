import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../src/api/contractRuns';
import { RunStore } from '../../../server/runs/RunStore';
import { RawConnection } from '../abuse/support/RawConnection';
import { signIn } from '../support/Person';
import { ended, open, start, type Running } from './support/running';
import { MEBIBYTE } from '../../../server/bytes';

afterEach(() => vi.restoreAllMocks());

/** A project whose last runs say that they have so many steps; each has the four of one that was made. */
async function openMany(runs: number, steps: number): Promise<Running> {
  const running = await open();
  const { db } = running;
  const id = await start(running);
  await ended(running, id);
  const run = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const made = await db.selectFrom('run_step').selectAll().where('run_id', '=', id).execute();
  for (let at = 1; at < runs; at += 1) {
    const more = { ...run, id: `run-${at}`, steps, created_at: `2026-10-01T00:00:${at + 10}.000Z` };
    await db.insertInto('run').values(more).execute();
    await db
      .insertInto('run_step')
      .values(made.map((step) => ({ ...step, run_id: more.id })))
      .execute();
  }
  return running;
}

describe('the list of the last runs', () => {
  it('is made run by run, between which others have their turn, one list at a time for a member [RUNNING-16]', async () => {
    const { person, pid } = await openMany(5, 4);
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const turns: number[] = [];
    const { toldSteps } = RunStore.prototype;
    const watched = vi.spyOn(RunStore.prototype, 'toldSteps').mockImplementation(function (this: RunStore, id) {
      turns.push(turn);
      return toldSteps.call(this, id);
    });
    const lists = await Promise.all([0, 1].map(() => person.get(`/projects/${pid}/runs`)));
    isOver = true;
    const [first = [], second] = lists.map((list) => list.json<Run[]>());
    expect(first.map((run) => run.steps.length)).toEqual([4, 4, 4, 4, 4]);
    expect(second).toEqual(first);
    const ids = first.map(({ runId }) => runId);
    expect(watched.mock.calls.map(([id]) => id)).toEqual([...ids, ...ids]);
    expect(new Set(turns.slice(0, 5)).size).toBe(5);
  });

  it('waits for the other long reads of its member, and nobody else does [RUNNING-16]', async () => {
    const running = await open();
    const { app, person, pid } = running;
    const id = await start(running);
    await ended(running, id);
    const other = await signIn(app, '민수');
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { toldSteps } = RunStore.prototype;
    const watched = vi.spyOn(RunStore.prototype, 'toldSteps').mockImplementation(async function (
      this: RunStore,
      runId,
    ) {
      await held;
      return toldSteps.call(this, runId);
    });
    const answered: string[] = [];
    const read = async (path: string): Promise<void> => {
      const { statusCode } = await person.get(path);
      answered.push(`${path} ${statusCode}`);
    };
    const paths = [`/runs/${id}`, '/takes?q=a', '/projects', `/projects/${pid}/runs`];
    const [first = '', ...rest] = paths;
    const reads = [read(first)];
    await expect.poll(() => watched.mock.calls.length).toBe(1);
    reads.push(...rest.map(read));
    for (const path of ['/takes?q=a', '/projects']) expect((await other.get(path)).statusCode).toBe(200);
    expect((await person.get('/member')).statusCode).toBe(200);
    expect(answered).toEqual([]);
    release?.();
    await Promise.all(reads);
    expect(answered.toSorted()).toEqual(paths.map((path) => `${path} 200`).toSorted());
  });

  it('has memory set aside before it is read: 503 while there is none [RUNNING-16]', async () => {
    const { person, pid, app, listen } = await openMany(20, 10_000);
    const url = await listen();
    const begin = async (bytes: number): Promise<RawConnection> => {
      const line = await RawConnection.open(url);
      line.say(
        `POST /projects HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
      );
      return line;
    };
    const lines = [await begin(250 * MEBIBYTE), await begin(60 * MEBIBYTE)];
    const other = await signIn(app, '다른 사람');
    const reserved = async (): Promise<string> => (await other.get('/metrics')).body;
    await expect.poll(reserved).toMatch(new RegExp(`^bodies_bytes ${310 * MEBIBYTE}$`, 'm'));
    const steps = vi.spyOn(RunStore.prototype, 'toldSteps');
    const refused = await person.get(`/projects/${pid}/runs`);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'serverBusy']);
    expect(refused.headers['retry-after']).toBe('5');
    expect(steps).not.toHaveBeenCalled();
    for (const line of lines) line.leave();
    await expect.poll(reserved).toMatch(/^bodies_bytes 0$/m);
    expect((await person.get(`/projects/${pid}/runs`)).json<Run[]>()).toHaveLength(20);
    await expect.poll(reserved).toMatch(/^bodies_bytes 0$/m);
  });
});
