import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/startServer';
import { FAULT_SEED, isLong, msLeft } from './support/faultRun';
import { anyDelay, Writer } from './support/Writer';

/** The promise is a thousand times; `npm test` has seconds. */
const KILLS = isLong ? 1000 : 4;
/** How often a long run reports its progress. */
const TELL_EVERY = 100;
const WRITERS = 3;
/** A server takes a second to start, and longer on a busy machine. */
const TIMEOUT_MS = KILLS * 60_000;

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

it(
  `loses nothing it acknowledged and leaves no half edit, killed ${KILLS} times at any moment (seed ${FAULT_SEED})`,
  async () => {
    const delays = fc.sample(anyDelay, { seed: FAULT_SEED, numRuns: KILLS });
    // The server's limits are meant for people.
    const env = { REQUESTS_PER_SECOND: '100000', UPLOADS_PER_MINUTE: '100000', CANVASES_PER_MINUTE: '100000' };
    let server: RunningServer = await startServer({ env });
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) => Writer.begin(server.url, FAULT_SEED + index)),
    );
    let acknowledged = 0;
    let kills = 0;
    const tell = (): void => console.info(`killed ${kills} times, ${acknowledged} saves acknowledged, none lost`);
    for (const [round, delay] of delays.entries()) {
      if (msLeft() < 0) break;
      const writing = Promise.all(writers.map((writer) => writer.writeUntilCut()));
      await after(delay);
      await server.kill();
      kills += 1;
      await writing;

      server = await startServer({ dataDir: server.dataDir, env });
      for (const writer of writers) {
        writer.moveTo(server.url);
        const found = await writer.check();
        expect(found, `round ${round}, killed after ${delay} ms, seed ${FAULT_SEED}`).toBe('whole');
      }
      acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
      if (kills % TELL_EVERY === 0) tell();
    }
    if (isLong) tell();
    // The killed server was not idle.
    expect(acknowledged).toBeGreaterThan(kills);
    expect(await server.stop()).toBe(0);
  },
  TIMEOUT_MS,
);
