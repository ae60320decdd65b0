/**
 * `npm run bench:server`: what one server process carries. Its own process, real database, real connections; ratios are of
 * one run. Prints the figures beside what they may be and writes bench/results/server.json.
 */
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { runBench } from '../runBench';
import { withServer } from '../save/withServer';
import { sendEndless, uploadHeavy } from './HostileCallers';
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

const small = generateFlow(100, STAGE);
const large = generateFlow(LARGE, STAGE);

/** A server that keeps no canvas in memory, or one that keeps these. */
const opening = (settings: Record<string, string>) =>
  withServer(async ({ openMany }) => measureOpening(await openMany(large, OPENED), OPENINGS), settings);

const beside = (editors: number, seconds: number) =>
  withPictureServer(async (server) => measureBeside(server, await server.openMany(small, editors), seconds));

const hostile = (editors: number, seconds: number, begin: typeof uploadHeavy) =>
  withServer(async (server) => measureHostile(server, await server.openMany(small, editors), seconds, begin));

await runBench({
  name: 'server',
  numbers: { editors: 300, 'few-editors': 100, projects: 1000, seconds: 15, millions: 1 },
  parts: {
    throughput: ({ editors, seconds }) =>
      withServer(async ({ url, openMany }) => measureThroughput(url, await openMany(small, editors), seconds)),
    beside: ({ editors, seconds }) => beside(editors, seconds),
    besideFew: ({ 'few-editors': editors, seconds }) => beside(editors, seconds),
    heavyPictures: ({ 'few-editors': editors, seconds }) => hostile(editors, seconds, uploadHeavy),
    endlessBodies: ({ 'few-editors': editors, seconds }) => hostile(editors, seconds, sendEndless),
    manyRows: async ({ millions }) => ({
      few: await measureManyRows(1_000),
      many: await measureManyRows(millions * 1_000_000),
    }),
    list: ({ projects }) => withServer((server) => measureList(server, small, projects)),
    opening: async () => ({ nodes: LARGE, cold: await opening({ CACHE_BYTES: '0' }), warm: await opening({}) }),
  },
  judge,
});
