import { autorun } from 'mobx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { Resource, type ResourceOptions } from '../../src/stores/resources/Resource';
import { Desk, JIN, MIA } from './support/Desk';
import { failure } from './support/FakeProjects';
import { FakeClock } from './support/FakeClock';

const noLine = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no line' });
const TEN_MINUTES_MS = 600_000;

let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});

/** Requests something that always fails, for ten minutes; returns the times of the requests in milliseconds from the beginning. */
async function timesAsked(error: Error, options: Pick<ResourceOptions<never>, 'retries'> = {}) {
  const begunAt = clock.now();
  const asked: number[] = [];
  const read = (): Promise<never> => {
    asked.push(clock.now() - begunAt);
    return Promise.reject(error);
  };
  const resource = new Resource({ clock, read, ...options });
  const stop = resource.watch();
  await clock.pass(TEN_MINUTES_MS);
  expect(resource.error).toBe(error);
  stop();
  return asked;
}

const waits = (asked: readonly number[]): readonly number[] =>
  asked.slice(1).map((at, index) => at - (asked[index] ?? 0));

/** A value that the server counts up at each request. */
function counter(options: Partial<ResourceOptions<number>> = {}) {
  let count = 0;
  const resource = new Resource({ clock, read: async () => (count += 1), ...options });
  return { resource, asked: () => count };
}

describe('asking the server for data', () => {
  it('is tried three times more, after 1, 2 and 4 seconds [QUERY-1]', async () => {
    expect(await timesAsked(noLine)).toEqual([0, 1000, 3000, 7000]);
  });

  it('never waits longer than 30 seconds for the next try [QUERY-1]', async () => {
    const asked = await timesAsked(noLine, { retries: 8 });
    expect(waits(asked)).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((s) => s * 1000));
  });

  it.each([401, 404])('is not tried again after a %i [QUERY-4]', async (status) => {
    expect(await timesAsked(failure(status))).toEqual([0]);
  });

  it('is not tried again when nobody looks any more', async () => {
    let asked = 0;
    const resource = new Resource({ clock, read: () => ((asked += 1), Promise.reject(noLine)) });
    const stop = resource.watch();
    await clock.pass(500);
    stop();
    await clock.pass(TEN_MINUTES_MS);
    expect(asked).toBe(1);
  });

  it('is forgotten when nobody has read it for 5 minutes [QUERY-2]', async () => {
    const { resource } = counter();
    const stop = resource.watch();
    await clock.pass(TEN_MINUTES_MS);
    expect(resource.data).toBe(1);
    stop();
    await clock.pass(299_999);
    expect(resource.data).toBe(1);
    await clock.pass(1);
    expect(resource.data).toBeUndefined();
  });

  it('is not tried again for the member, whatever the failure [QUERY-3]', async () => {
    const desk = new Desk();
    const read = vi.spyOn(desk.stores.api.member, 'read').mockRejectedValue(noLine);
    const answer = desk.stores.member.answer.fetch();
    await desk.clock.pass(TEN_MINUTES_MS);
    expect(await answer).toEqual({ member: null, reason: 'unknown' });
    expect(read).toHaveBeenCalledOnce();
  });
});

describe('what several screens look at', () => {
  it('is read once while a read is in progress, and again for the next reader', async () => {
    const { resource, asked } = counter();
    const stops = [resource.watch(), resource.watch()];
    await clock.pass(0);
    expect([asked(), resource.data]).toEqual([1, 1]);
    stops.push(resource.watch());
    await clock.pass(0);
    expect([asked(), resource.data]).toEqual([2, 2]);
    for (const stop of stops) stop();
  });

  it('is not read again while it is fresh, but when it may be old', async () => {
    const { resource, asked } = counter({ freshMs: 10_000 });
    const stop = resource.watch();
    await clock.pass(9_000);
    await resource.fetch();
    expect(asked()).toBe(1);
    await resource.refresh();
    expect(asked()).toBe(2);
    stop();
    await resource.refresh();
    expect(asked(), 'nobody looks').toBe(2);
    resource.watch();
    await clock.pass(0);
    expect(asked()).toBe(3);
  });

  it('stays in view through a dead line, and says so until it is read again', async () => {
    let isDead = false;
    const { resource } = counter({ retries: 0 });
    const dead = new Resource({ clock, retries: 0, read: () => (isDead ? Promise.reject(noLine) : resource.fetch()) });
    const seen: string[] = [];
    const end = autorun(() => seen.push(`${dead.data} ${dead.isUnread ? 'unread' : 'read'}`));
    dead.watch();
    await clock.pass(0);
    isDead = true;
    await dead.refresh();
    isDead = false;
    await dead.refresh();
    expect(seen).toEqual(['undefined read', '1 read', '1 unread', '2 read']);
    end();
  });

  it("is the last request's: an answer to an earlier one is left out", async () => {
    const answers: ((text: string) => void)[] = [];
    const resource = new Resource<string>({ clock, read: () => new Promise((done) => answers.push(done)) });
    resource.watch();
    void resource.refresh();
    answers[1]?.('new');
    await clock.pass(0);
    answers[0]?.('old');
    await clock.pass(0);
    expect(resource.data).toBe('new');
  });
});

describe('a member who was there a moment ago', () => {
  it('is not requested again without a reader; a visitor is', async () => {
    const desk = new Desk();
    const { member } = desk.stores;
    expect((await member.lately()).member).toEqual(JIN);
    desk.member = MIA;
    await desk.clock.pass(9_999);
    expect((await member.lately()).member).toEqual(JIN);
    await desk.clock.pass(1);
    expect((await member.lately()).member).toEqual(MIA);
    desk.member = 'visitor';
    await desk.clock.pass(10_000);
    expect((await member.lately()).reason).toBe('visitor');
    desk.member = JIN;
    expect((await member.lately()).member).toEqual(JIN);
  });
});
