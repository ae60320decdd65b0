/**
 * `npm run bench:server`: the load that one server process can carry. A separate process, a real database, real connections; ratios are
 * from one run. Prints the figures beside their limits and writes bench/results/server.json.
 */
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { runBench } from '../runBench';
import { withServer } from '../save/withServer';
import { beHostile } from './HostileCallers';
import type { HostileOrder } from './HostileCallers';
import { judge } from './judge';
import { measureBeside } from './measureBeside';
import { measureHostile } from './measureHostile';
import { measureList } from './measureList';
import { measureManyRows } from './measureManyRows';
import { measureOpening } from './measureOpening';
import { measureThroughput } from './measureThroughput';
import { withPictureServer } from './withPictureServer';

const LARGE = 10_000;
const OPENED = 5;
const OPENINGS = 6;
/** Pauses before the next call: that of the Retry-After of a refusal, and a shorter one. */
const AGAIN_MS = 5_000;
const OFTEN_MS = 1_000;

const small = generateFlow(100, STAGE);
const large = generateFlow(LARGE, STAGE);

/** A server that keeps no canvas in memory, or one that keeps these. */
const opening = (settings: Record<string, string>) =>
  withServer(async ({ openMany }) => measureOpening(await openMany(large, OPENED), OPENINGS), settings);

const beside = (editors: number, seconds: number) =>
  withPictureServer(async (server) => measureBeside(server, await server.openMany(small, editors), seconds));

const hostile = (editors: number, seconds: number, what: HostileOrder['what'], againMs: number) =>
  withServer(async (server) =>
    measureHostile(server, await server.openMany(small, editors), seconds, () => beHostile(server, what, againMs)),
  );

const manyRows = async (millions: number, database: 'sqlite' | 'postgres') => ({
  few: await measureManyRows(1_000, database),
  many: await measureManyRows(millions * 1_000_000, database),
});

await runBench({
  name: 'server',
  numbers: { editors: 300, 'few-editors': 100, projects: 1000, seconds: 15, millions: 1 },
  parts: {
    throughput: ({ editors, seconds }) =>
      withServer(async ({ url, openMany }) => measureThroughput(url, await openMany(small, editors), seconds)),
    beside: ({ editors, seconds }) => beside(editors, seconds),
    besideFew: ({ 'few-editors': editors, seconds }) => beside(editors, seconds),
    heavyPictures: ({ 'few-editors': editors, seconds }) => hostile(editors, seconds, 'heavyPicture', AGAIN_MS),
    heavyPicturesOften: ({ 'few-editors': editors, seconds }) => hostile(editors, seconds, 'heavyPicture', OFTEN_MS),
    endlessBodies: ({ 'few-editors': editors, seconds }) => hostile(editors, seconds, 'endlessBody', AGAIN_MS),
    manyRows: ({ millions }) => manyRows(millions, 'sqlite'),
    manyRowsPostgres: ({ millions }) => manyRows(millions, 'postgres'),
    list: ({ projects }) => withServer((server) => measureList(server, small, projects)),
    opening: async () => ({ nodes: LARGE, cold: await opening({ CACHE_BYTES: '0' }), warm: await opening({}) }),
  },
  judge,
});
