import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Postgres } from '../server/support/Postgres';
import { startServer, type RunningServer } from '../support/startServer';
import { CountingEngine } from './support/CountingEngine';
import { FAULT_SEED, isLong, msLeft } from './support/faultRun';
import { RunningMember } from './support/RunningMember';
import { manyCells, manyNodes } from './support/RunningWork';

/** The promise is a thousand in all; `npm test` has seconds. */
const KILLS = isLong ? 500 : 2;
const STEPS = isLong ? 200 : 30;
const TELL_EVERY = 50;
const TIMEOUT_MS = KILLS * 60_000 + 120_000;
/** How long a picture takes: some end while their server is killed. */
const PICTURE_MS = { min: 0, max: 300 };

/** Limits are meant for people; a killed server's steps count until their lease is over, and some always wait for their turn. */
const SETTINGS = {
  REQUESTS_PER_SECOND: '100000',
  CANVASES_PER_MINUTE: '100000',
  GENERATE_PER_MINUTE: '1000000',
  GENERATE_PER_DAY: '1000000',
  GENERATE_CONCURRENT: isLong ? '40' : '20',
};

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Half the steps are killed in half the time: before their run is over. */
const delays = fc.sample(fc.integer({ min: 0, max: isLong ? 1500 : 750 }), { seed: FAULT_SEED, numRuns: KILLS });
const pictures = fc.sample(fc.integer(PICTURE_MS), { seed: FAULT_SEED, numRuns: 1000 });

/** Every finished picture is there, one of them on its node, and no engine call was repeated beyond what the person was told. */
async function judge(member: RunningMember, engine: CountingEngine): Promise<void> {
  const shown = await member.finish();
  const takes = await member.takes();
  for (const [node, names] of member.names) {
    expect(names.filter((name) => !takes.has(name))).toEqual([]);
    const urls = names.flatMap((name) => takes.get(name) ?? []);
    expect([node, urls.includes(String(shown.get(node)))]).toEqual([node, true]);
  }
  const lost: string[] = [];
  for (const url of new Set([...takes.values()].flat())) if (!(await member.hasPicture(url))) lost.push(url);
  expect(lost).toEqual([]);
  const calls = member.callsAmong(engine.calls);
  expect(calls.size).toBeGreaterThanOrEqual([...member.names.values()].flat().length);
  expect([...calls].filter(([name, count]) => count > 1 + (member.told.get(name) ?? 0))).toEqual([]);
}

const tell = (kills: number, engine: CountingEngine): void =>
  console.info(`killed ${kills} times, ${engine.total} calls for ${engine.calls.size} pictures`);

// Each waits for leases to run out: concurrently they wait once.
describe.concurrent(`a run of ${STEPS} steps whose server is killed at any moment (seed ${FAULT_SEED})`, () => {
  let engine: CountingEngine;
  beforeAll(async () => {
    let at = 0;
    engine = await CountingEngine.start(() => pictures[(at += 1) % pictures.length] ?? 0);
  });
  afterAll(() => engine.stop());

  it(
    `loses no picture and pays for none twice unsaid: nodes and cells of a sheet, one process, ${KILLS} kills [RUNNING-9]`,
    async () => {
      const env = { ...SETTINGS, IMAGE_BASE_URL: engine.url };
      let server = await startServer({ env });
      const members = [
        await RunningMember.begin(server.url, 'one', manyNodes(STEPS)),
        await RunningMember.begin(server.url, 'cells', manyCells(STEPS / 10, 10)),
      ];
      let kills = 0;
      for (const delay of delays) {
        if (msLeft() < 0) break;
        await Promise.all(members.map((member) => member.keepRunning()));
        await after(delay);
        await server.kill();
        kills += 1;
        server = await startServer({ dataDir: server.dataDir, env });
        for (const member of members) member.moveTo(server.url);
        if (kills % TELL_EVERY === 0) tell(kills, engine);
      }
      for (const member of members) await judge(member, engine);
      if (isLong) tell(kills, engine);
      expect(await server.stop()).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    `loses no picture and pays for none twice unsaid: two processes on PostgreSQL, ${KILLS} kills [RUNNING-9]`,
    async () => {
      const postgres = await Postgres.start();
      try {
        const env = { ...SETTINGS, IMAGE_BASE_URL: engine.url, DATABASE_URL: postgres.url('postgres') };
        const first = await startServer({ env });
        const servers: [RunningServer, RunningServer] = [first, await startServer({ dataDir: first.dataDir, env })];
        const member = await RunningMember.begin(servers[0].url, 'two', manyNodes(STEPS));
        let kills = 0;
        for (const [at, delay] of delays.entries()) {
          if (msLeft() < 0) break;
          const victim = at % 2 === 0 ? 0 : 1;
          member.moveTo(servers[1 - victim]?.url ?? '');
          await member.keepRunning();
          await after(delay);
          await servers[victim].kill();
          kills += 1;
          servers[victim] = await startServer({ dataDir: first.dataDir, env });
          if (kills % TELL_EVERY === 0) tell(kills, engine);
        }
        await judge(member, engine);
        if (isLong) tell(kills, engine);
        for (const server of servers) expect(await server.stop()).toBe(0);
      } finally {
        await postgres.remove();
      }
    },
    TIMEOUT_MS,
  );
});
