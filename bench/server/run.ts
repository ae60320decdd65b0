/**
 * `npm run bench:server`: what one server process carries. Its own process, real database, real connections; ratios are of
 * one run. Prints the figures beside what they may be and writes bench/results/server.json.
 */
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { withServer } from '../save/withServer';
import { verdictTable } from '../verdicts';
import { inJson, resultsOf, startAbout, writeFigures } from '../writeFigures';
import { PARTS, readFlags } from './flags';
import type { Part } from './flags';
import { judge } from './judge';
import type { Figures } from './judge';
import { measureBeside } from './measureBeside';
import { measureList } from './measureList';
import { measureOpening } from './measureOpening';
import { measureThroughput } from './measureThroughput';
import { pictureSettings } from './PictureStreams';
import { SlowEngine } from './SlowEngine';

const SMALL = 100;
const LARGE = 10_000;
const OPENED = 5;
const OPENINGS = 6;
/** The limit for each address: all of these come from one. */
const UNLIMITED = { REQUESTS_PER_SECOND: '1000000' };

const flags = readFlags(process.argv.slice(2));
const about = startAbout();
const small = generateFlow(SMALL, STAGE);
const large = generateFlow(LARGE, STAGE);

/** A server that keeps no canvas in memory, or one that keeps these. */
const opening = (settings: Record<string, string>) =>
  withServer(async ({ openMany }) => measureOpening(await openMany(large, OPENED), OPENINGS), settings);

const figures: Figures = {};
const measure: Record<Part, () => Promise<void>> = {
  throughput: () =>
    withServer(async ({ url, openMany }) => {
      figures.throughput = await measureThroughput(url, await openMany(small, flags.editors), flags.seconds);
    }, UNLIMITED),
  beside: async () => {
    const engine = new SlowEngine();
    const settings = { ...UNLIMITED, ...pictureSettings(await engine.start()) };
    try {
      await withServer(async (server) => {
        figures.beside = await measureBeside(server, await server.openMany(small, flags.editors), flags.seconds);
      }, settings);
    } finally {
      engine.stop();
    }
  },
  list: () =>
    withServer(async (server) => {
      figures.list = await measureList(server, small, flags.projects);
    }, UNLIMITED),
  opening: async () => {
    const cold = await opening({ CACHE_BYTES: '0' });
    figures.opening = { nodes: LARGE, cold, warm: await opening({}) };
  },
};

for (const part of flags.only) {
  await measure[part]();
  console.log(part, inJson(figures[part]));
}
const verdicts = judge(figures);
console.log(verdictTable(verdicts));
const out = flags.out ?? (flags.only.length === PARTS.length ? resultsOf('server') : null);
if (out !== null) writeFigures(out, { about: { ...about(), flags }, verdicts, figures });
