import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readProjectEvents } from '../../../src/api/eventStreams';
import { tasksOf } from '../canvas/longWork/support/tasksOf';
import { openApp, type OpenApp } from '../support/openApp';
import { canvasWith, nowOf, textOf, versionsOf, write } from '../support/past';
import { emptyCanvas, Person, signIn } from '../support/Person';

let opened: OpenApp;
let jiwoo: Person;

beforeEach(async () => {
  opened = await openApp();
  jiwoo = await signIn(opened.app);
});

/** The server ends and starts again; the database has no secret, as if a backup were in its place. */
async function startRestored(): Promise<void> {
  await opened.db.deleteFrom('secret').execute();
  opened = await opened.reopen();
  jiwoo = new Person(opened.app, jiwoo.cookie);
}

const revisionOf = async (id: number): Promise<number> =>
  (await jiwoo.get(`/projects/${id}`)).json<{ revision: number }>().revision;

/** The events that a reader is told who comes back. */
async function eventsAfter(id: number, lastId: string): Promise<unknown[]> {
  const { rawPayload } = await jiwoo.get(`/projects/${id}/events?once=true`, { 'last-event-id': lastId });
  const events: unknown[] = [];
  for await (const { event } of readProjectEvents(new Response(new Uint8Array(rawPayload)).body!)) events.push(event);
  return events;
}

describe('a database put back from a backup', () => {
  it('has the same canvas under a revision that nobody knows, and tells what follows it [OPER-10]', async () => {
    const id = await jiwoo.create('Rivers', canvasWith('first'));
    await jiwoo.patch(id, write('second'), { 'if-match': '"1"', 'idempotency-key': 'second' });
    await startRestored();

    expect(await nowOf(jiwoo, id)).toBe('second');
    const revision = await revisionOf(id);
    for (const known of [1, 2, 3]) {
      const refused = await jiwoo.patch(id, write('lost'), { 'if-match': `"${known}"` });
      expect([refused.statusCode, refused.json()]).toEqual([412, expect.objectContaining({ revision })]);
      expect(refused.json()).not.toHaveProperty('patches');
    }
    const repeated = await jiwoo.patch(id, write('second'), { 'if-match': '"1"', 'idempotency-key': 'second' });
    expect(repeated.json()).toMatchObject({ revision: 2 });

    await jiwoo.patch(id, write('third'), { 'if-match': `"${revision}"` });
    const behind = await jiwoo.patch(id, write('fourth'), { 'if-match': `"${revision}"` });
    expect(behind.json()).toMatchObject({ patches: [{ revision: revision + 1, patch: write('third') }] });
    expect(await nowOf(jiwoo, id)).toBe('third');
  });

  it('keeps its log as it is when somebody saves first: only a long one is compacted', async () => {
    const id = await jiwoo.create('Rivers', canvasWith('first'));
    await startRestored();
    await jiwoo.patch(id, write('second'));
    expect(await tasksOf(opened.app)).not.toHaveProperty('compact worker');
  });

  it('has its versions, which can be gone back to [OPER-10]', async () => {
    const id = await jiwoo.create('Rivers', canvasWith('first'));
    await jiwoo.patch(id, write('second'));
    await jiwoo.post(`/projects/${id}/versions`, { name: 'good' });
    await jiwoo.patch(id, write('third'));
    await startRestored();

    await jiwoo.patch(id, write('fourth'));
    const good = (await versionsOf(jiwoo, id)).find(({ name }) => name === 'good');
    expect(await textOf(jiwoo, id, good)).toBe('second');
    expect((await jiwoo.post(`/projects/${id}/versions/${good?.id}/restore`)).statusCode).toBe(200);
    expect(await nowOf(jiwoo, id)).toBe('second');
  });

  it('gives no id a second time, as often as it is put back, and moves nothing when it is only started again [OPER-10]', async () => {
    const [first, empty] = [await jiwoo.create('Rivers'), await jiwoo.create('Nothing yet', '')];
    await startRestored();
    const revision = await revisionOf(first);
    const second = await jiwoo.create('Lakes');
    expect(second).toBeGreaterThan(empty + 1_000_000);
    opened = await opened.reopen();
    jiwoo = new Person(opened.app, jiwoo.cookie);
    expect([await revisionOf(first), await jiwoo.create('Seas')]).toEqual([revision, second + 1]);
    // A project without a canvas goes on being one, and its first canvas has no revision that anybody may know.
    expect(await revisionOf(empty)).toBe(0);
    const whole = { pid: empty, name: 'Now', timestamp: opened.clock.now().toISOString(), snapshot: emptyCanvas() };
    const pushed = await jiwoo.post(`/projects/${empty}`, whole);
    expect(pushed.json<{ revision: number }>().revision).toBeGreaterThan(revision);

    opened.clock.pass(60_000);
    await startRestored();
    expect(await jiwoo.create('Oceans')).toBeGreaterThan(second + 50);
    expect(await revisionOf(first)).toBeGreaterThan(revision);
  });

  it('tells a reader from before that everything has to be read anew [OPER-10]', async () => {
    const id = await jiwoo.create('Rivers');
    await startRestored();
    const revision = await revisionOf(id);
    expect(await eventsAfter(id, '1-0')).toEqual([{ event: 'reset', data: { revision } }]);
  });

  it('is moved on once by several servers that start together [OPER-10]', async () => {
    const id = await jiwoo.create('Rivers', canvasWith('first'));
    await opened.db.deleteFrom('secret').execute();
    const { clock } = opened;
    const now = clock.now.bind(clock);
    // Each server looks at the clock at another moment.
    vi.spyOn(clock, 'now').mockImplementation(() => {
      clock.pass(60_000);
      return now();
    });
    await Promise.all([opened.beside(), opened.beside()]);
    expect(await nowOf(jiwoo, id)).toBe('first');
    const log = await opened.db.selectFrom('patch_log').select('patch').execute();
    expect(log).toEqual([{ patch: '[]' }]);
  });
});
