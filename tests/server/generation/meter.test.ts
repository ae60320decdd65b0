import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { operateMembers } from '../../../scripts/members/operateMembers';
import type { Environment } from '../../../server/config';
import { EngineError, type ImageAbilities, type TextAnalyser, type TextWriter } from '../../../server/generation';
import { flow, image, prompt } from '../runs/support/flows';
import { openApp } from '../support/openApp';
import { Person, signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';

afterEach(() => vi.useRealTimers());

const DAY_S = 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1000;

/** An engine that reads and writes when the test says so, at a price. */
class Reader implements TextAnalyser, TextWriter {
  readonly name = 'gemini';
  costMicros: number | null = null;
  holds = false;
  readonly held: (() => void)[] = [];
  count = 0;

  async analyse(): ReturnType<TextAnalyser['analyse']> {
    this.count += 1;
    if (this.holds) await new Promise<void>((resolve) => this.held.push(resolve));
    const { costMicros } = this;
    const usage = costMicros === null ? undefined : { inputTokens: 1, outputTokens: 1, costMicros };
    return { groups: [{ key: 'subject', value: ['boat'] }], usage };
  }

  async write(): ReturnType<TextWriter['write']> {
    const { usage } = await this.analyse();
    return { text: 'A boat at dusk', model: 'fake-text-1', usage };
  }
}

const priced = (costMicros: number): ImageAbilities => ({ aspectRatios: [], countMax: 4, costMicros });

const improve = (who: Person) => who.post('/nodes/improve', { content: 'a boat' });
const read = (who: Person) => who.post('/nodes/analyze', { content: 'a boat' });

/** Two members of an installation with paid engines. */
async function openMetered(env: Environment, abilities?: ImageAbilities) {
  const imageEngine = new FakeImageEngine('gemini', abilities);
  const reader = new Reader();
  const enginesFor = () => async () => ({ images: [imageEngine] as const, analyser: reader, writer: reader });
  const opened = await openApp(env, { enginesFor, lifetime: 'test' });
  const person = await signIn(opened.app);
  const other = await signIn(opened.app, '다른 사람');
  const projects = new Map([
    [person, await person.create()],
    [other, await other.create()],
  ]);
  const ask = (who: Person, more: object = {}) =>
    who.post('/nodes/generate/image', {
      projectId: projects.get(who),
      nodes: [{ type: 'text_prompt', content: 'a boat' }],
      ...more,
    });
  /** The status of a picture with this price when it is started. */
  const make = async (who: Person, costMicros?: number): Promise<number> => {
    const next = imageEngine.orders.length;
    const answer = ask(who);
    const ended = await Promise.race([answer, imageEngine.order(next)]);
    if ('statusCode' in ended) return ended.statusCode;
    const usage = costMicros === undefined ? {} : { usage: { inputTokens: 1, outputTokens: 1, costMicros } };
    ended.hand({ bytes: await plainPicture('#2f6bff'), model: 'fake-image-1', ...usage });
    return (await answer).statusCode;
  };
  return { ...opened, imageEngine, reader, person, other, ask, make };
}

describe('what texts to read cost', () => {
  it('is limited for a member as pictures are, by a count of its own [METER-1]', async () => {
    const { make, person, other, clock, reader } = await openMetered({ GENERATE_PER_MINUTE: '2' });
    expect((await read(person)).statusCode).toBe(200);
    expect((await read(person)).statusCode).toBe(200);
    const refused = await read(person);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json()).toMatchObject({
      code: 'limitMinute',
      retryAt: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    expect(reader.count).toBe(2);
    expect((await read(other)).statusCode).toBe(200);
    expect(await make(person)).toBe(200);
    clock.pass(60_000);
    expect((await read(person)).statusCode).toBe(200);
  });

  it.skipIf(sqliteIsEnough)('counts together with written texts, which are billed alike [METER-5]', async () => {
    const { person, reader, make } = await openMetered({ GENERATE_PER_MINUTE: '2', BUDGET_PER_DAY_USD: '1' });
    reader.costMicros = 600_000;
    expect((await improve(person)).json()).toEqual({ text: 'A boat at dusk' });
    reader.costMicros = 0;
    expect((await read(person)).statusCode).toBe(200);
    expect((await improve(person)).json()).toMatchObject({ code: 'limitMinute' });
    expect(reader.count).toBe(2);
    expect(await make(person, 390_000)).toBe(200);
    expect(await make(person)).toBe(429);
  });

  it('counts those under way at once, and those of a day [METER-1]', async () => {
    const { person, reader } = await openMetered({ GENERATE_CONCURRENT: '2', GENERATE_PER_DAY: '3' });
    reader.holds = true;
    const both = [read(person), read(person)];
    await expect.poll(() => reader.held.length).toBe(2);
    expect((await read(person)).json()).toMatchObject({ code: 'limitConcurrent' });
    reader.holds = false;
    for (const go of reader.held) go();
    for (const answer of both) expect((await answer).statusCode).toBe(200);
    expect((await read(person)).statusCode).toBe(200);
    const refused = await read(person);
    expect(refused.json()).toMatchObject({ code: 'limitDay' });
    expect(refused.headers['retry-after']).toBe(String(DAY_S));
  });
});

describe('the requests of the whole installation', () => {
  it('is counted over members, over pictures and texts, in any 24 hours [METER-2]', async () => {
    const { make, ask, person, other, clock } = await openMetered({ GENERATE_PER_DAY_ALL: '3' });
    expect(await make(person)).toBe(200);
    clock.pass(HOUR_MS);
    expect((await read(other)).statusCode).toBe(200);
    expect(await make(other)).toBe(200);
    for (const answer of [await ask(person), await read(other)]) {
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe(String(DAY_S - 3600));
      expect(answer.json()).toMatchObject({ code: 'limitDayAll', message: expect.stringContaining('23 h') });
    }
    clock.pass(23 * HOUR_MS);
    expect(await make(person)).toBe(200);
    expect((await read(person)).statusCode).toBe(429);
  });

  it('is counted once, when requests of many arrive together at two servers [METER-2]', async () => {
    const metered = await openMetered({ GENERATE_PER_DAY_ALL: '3' });
    const { beside, person, other, reader } = metered;
    const there = await beside(() => async () => ({
      images: [new FakeImageEngine('gemini')] as const,
      analyser: reader,
      writer: null,
    }));
    const everybody = [person, other, new Person(there.app, person.cookie), new Person(there.app, other.cookie)];
    const answers = await Promise.all([...everybody, ...everybody].map((who) => read(who)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});

describe('what the whole installation spends', () => {
  it('ends at the budget, and opens again when enough of it is a day old [METER-3]', async () => {
    const { make, ask, person, other, clock, reader } = await openMetered({ BUDGET_PER_DAY_USD: '0.10' });
    expect(await make(person, 30_000)).toBe(200);
    clock.pass(HOUR_MS);
    reader.costMicros = 25_000;
    expect((await read(other)).statusCode).toBe(200);
    clock.pass(HOUR_MS);
    expect(await make(other, 20_000)).toBe(200);
    // 0.075 is spent, and a further call may cost 0.04.
    for (const answer of [await ask(person), await read(other)]) {
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe(String(DAY_S - 2 * 3600));
      expect(answer.json()).toMatchObject({ code: 'budget' });
    }
    clock.pass(22 * HOUR_MS);
    expect(await make(person, 1_000)).toBe(200);
  });

  it('counts unknown costs, running and stopped calls by the estimate, and no failure that was not billed [METER-3]', async () => {
    const { imageEngine, make, ask, person } = await openMetered({ BUDGET_PER_DAY_USD: '1', COST_ESTIMATE_USD: '0.5' });
    const failing = ask(person);
    (await imageEngine.order(0)).fail(new EngineError('keyRefused', 'No.'));
    expect((await failing).statusCode).toBe(503);

    const stopped = ask(person);
    await imageEngine.order(1);
    const { id } = (await person.get(`/projects/${await firstProject(person)}/jobs`))
      .json<{ id: string; state: string }[]>()
      .find(({ state }) => state === 'running') ?? { id: '' };
    expect((await person.delete(`/jobs/${id}`)).statusCode).toBe(204);
    await stopped;
    expect(await make(person)).toBe(200);
    expect((await ask(person)).json()).toMatchObject({ code: 'budget' });
  });

  it.skipIf(sqliteIsEnough)(
    'counts running and stopped pictures of a known price by it, each that was asked for [METER-3]',
    async () => {
      const env = { BUDGET_PER_DAY_USD: '0.1', COST_ESTIMATE_USD: '0.04', GENERATE_CONCURRENT: '5' };
      const { imageEngine, ask, person, db } = await openMetered(env, priced(20_000));
      const four = ask(person, { count: 4 });
      await imageEngine.order(0);
      const one = ask(person, { number: 1 });
      await imageEngine.order(1);
      expect((await ask(person, { number: 2 })).json()).toMatchObject({ code: 'budget' });
      const jobs = (await person.get(`/projects/${await firstProject(person)}/jobs`)).json<{ id: string }[]>();
      for (const { id } of jobs) expect((await person.delete(`/jobs/${id}`)).statusCode).toBe(204);
      await Promise.all([four, one]);
      expect((await ask(person, { number: 2 })).json()).toMatchObject({ code: 'budget' });
      const estimates = await db.selectFrom('job').select('estimate_micros').orderBy('estimate_micros').execute();
      expect(estimates.map((row) => row.estimate_micros)).toEqual([20_000, 80_000]);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'begins no picture whose price has no room, alone or in a run, however low the estimate is [METER-3]',
    async () => {
      const env = { BUDGET_PER_DAY_USD: '1', COST_ESTIMATE_USD: '0.01', GENERATE_CONCURRENT: '5' };
      const { imageEngine, ask, person } = await openMetered(env, priced(600_000));
      const running = ask(person);
      await imageEngine.order(0);
      expect((await ask(person, { number: 1 })).json()).toMatchObject({ code: 'budget' });
      const pid = await person.create('Flow', flow([prompt('one', '강'), image('a')], ['one>a']));
      const run = await person.post(`/projects/${pid}/runs`, { nodes: ['a'], revision: 1 });
      expect([run.statusCode, run.json()]).toMatchObject([429, { code: 'budget' }]);
      void imageEngine.finish();
      await running;
    },
  );

  it.skipIf(sqliteIsEnough)(
    'begins no call that costs more than all of it, not even the first of a day; what is free goes on [METER-3]',
    async () => {
      const { imageEngine, ask, make, person } = await openMetered({ BUDGET_PER_DAY_USD: '0.10' }, priced(40_000));
      const four = await ask(person, { count: 4 });
      expect([four.statusCode, four.headers['retry-after']]).toEqual([429, undefined]);
      expect(four.json()).toMatchObject({ code: 'budget', message: expect.stringMatching(/costs more than/) });
      expect(imageEngine.orders).toHaveLength(0);
      expect(await make(person)).toBe(200);

      const none = await openMetered({ BUDGET_PER_DAY_USD: '0' });
      for (const answer of [await none.ask(none.person), await read(none.person)]) {
        expect(answer.json()).toMatchObject({ code: 'budget' });
      }
      expect([none.imageEngine.orders.length, none.reader.count]).toEqual([0, 0]);
      const painter = new FakeImageEngine('offline');
      const free = await none.beside(() => async () => ({ images: [painter], analyser: none.reader, writer: null }));
      const pid = await firstProject(none.person);
      const nodes = [{ type: 'text_prompt', content: 'a boat' }];
      const preview = new Person(free.app, none.person.cookie).post('/nodes/generate/image', { projectId: pid, nodes });
      await painter.finish();
      expect((await preview).statusCode).toBe(200);
    },
  );

  it('counts pictures that an older version has begun by the estimate [METER-3]', async () => {
    const env = { BUDGET_PER_DAY_USD: '0.1', COST_ESTIMATE_USD: '0.09' };
    const { make, ask, person, db } = await openMetered(env, priced(20_000));
    expect(await make(person)).toBe(200);
    expect(await make(person)).toBe(200);
    await db.updateTable('job').set({ estimate_micros: null }).execute();
    expect((await ask(person)).json()).toMatchObject({ code: 'budget' });
  });

  it('still has the day of a deleted member, and nothing that names them', async () => {
    const limits = { BUDGET_PER_DAY_USD: '0.1', GENERATE_PER_DAY_ALL: '4' };
    const { clock, env, make, ask, reader, imageEngine, person, other, db, tidy } = await openMetered(limits);
    expect(await make(person, 50_000)).toBe(200);
    reader.costMicros = 10_000;
    expect((await read(person)).statusCode).toBe(200);
    const failing = ask(person, { number: 1 });
    (await imageEngine.order(1)).fail(new EngineError('keyRefused', 'No.'));
    expect((await failing).statusCode).toBe(503);

    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    // The command has no other clock than the machine's.
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    expect(await operateMembers(['delete', memberId], env)).toMatchObject({ code: 0 });
    vi.useRealTimers();
    expect(await db.selectFrom('job').select('id').execute()).toEqual([]);
    const kept = await db.selectFrom('nameless_call').selectAll().orderBy('cost_micros').execute();
    expect(kept.map((call) => call.cost_micros)).toEqual([0, 10_000, 50_000]);
    expect(JSON.stringify(kept)).not.toContain(memberId);

    const pid = await other.create('Flow', flow([prompt('one', '강'), image('a')], ['one>a']));
    const plan = await other.post(`/projects/${pid}/runs/plan`, { nodes: ['a'], revision: 1 });
    expect(plan.json()).toMatchObject({ allowed: { calls: 1, micros: 40_000 } });
    expect((await read(other)).statusCode).toBe(200);
    expect((await read(other)).json()).toMatchObject({ code: 'limitDayAll' });
    clock.pass(24 * HOUR_MS);
    expect(await make(other, 90_000)).toBe(200);
    await tidy();
    expect(await db.selectFrom('nameless_call').selectAll().execute()).toEqual([]);
  });

  it.skipIf(sqliteIsEnough)(
    'gets the cost of a stopped picture when its engine reports it after all [METER-3]',
    async () => {
      const { imageEngine, ask, person, make, db } = await openMetered({
        BUDGET_PER_DAY_USD: '0.1',
        COST_ESTIMATE_USD: '0.06',
      });
      const stopped = ask(person);
      const order = await imageEngine.order(0);
      const [job] = (await person.get(`/projects/${await firstProject(person)}/jobs`)).json<{ id: string }[]>();
      await person.delete(`/jobs/${job?.id}`);
      await stopped;
      expect((await ask(person)).json()).toMatchObject({ code: 'budget' });
      order.hand({
        bytes: await plainPicture('#2f6bff'),
        model: 'fake-image-1',
        usage: { inputTokens: 1, outputTokens: 1, costMicros: 30_000 },
      });
      const cost = async () =>
        (await db.selectFrom('job').select('cost_micros').execute()).map((row) => row.cost_micros);
      await expect.poll(cost).toEqual([30_000]);
      expect(await make(person)).toBe(200);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'counts the cost of a picture that is stopped while it is being stored [METER-3]',
    async () => {
      const { imageEngine, ask, person, db } = await openMetered({});
      const stopped = ask(person);
      const order = await imageEngine.order(0);
      const [job] = (await person.get(`/projects/${await firstProject(person)}/jobs`)).json<{ id: string }[]>();
      // So large that storing it takes longer than the call that stops it.
      const create = { width: 4000, height: 4000, channels: 3 as const, background: '#2f6bff' };
      order.hand({
        bytes: await sharp({ create }).png().toBuffer(),
        model: 'fake-image-1',
        usage: { inputTokens: 1, outputTokens: 1, costMicros: 30_000 },
      });
      await setImmediate();
      expect((await person.delete(`/jobs/${job?.id}`)).statusCode).toBe(204);
      await stopped;
      const jobs = () => db.selectFrom('job').select(['state', 'cost_micros']).execute();
      await expect.poll(jobs).toEqual([{ state: 'aborted', cost_micros: 30_000 }]);
    },
  );
});

async function firstProject(person: Person): Promise<number> {
  return (await person.get('/projects')).json<{ projectId: number }[]>()[0]?.projectId ?? 0;
}
