/**
 * `npm run bench:save`: the server's cost of saving. The product's own server in a separate process, with a real database and real
 * connections. Prints the figures beside their limits and writes bench/results/save.json.
 */
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { runBench } from '../runBench';
import { judge } from './judge';
import { WATCHED } from './LoopStops';
import { measureCompaction } from './measureCompaction';
import { measureLong } from './measureLong';
import { measureMany } from './measureMany';
import { measureOne } from './measureOne';
import { measureWhole } from './measureWhole';
import { withServer } from './withServer';

const VERY_LARGE = 100_000;
/** Pause of the other member between two questions. */
const BREAK_MS = 10;

const small = generateFlow(100, STAGE);
const large = generateFlow(10_000, STAGE);

await runBench({
  name: 'save',
  numbers: { seconds: 60, editors: 300, 'large-editors': 100, saves: 200 },
  parts: {
    one: ({ saves }) =>
      withServer(async ({ open, observer }) =>
        measureOne({ small: await open(small), large: await open(large) }, observer, saves),
      ),
    many: ({ editors, seconds }) =>
      withServer(async ({ openMany, observer }) => measureMany(await openMany(small, editors), observer, seconds)),
    large: ({ 'large-editors': editors, seconds }) =>
      withServer(async ({ openMany, observer }) => measureMany(await openMany(large, editors), observer, seconds)),
    compaction: () =>
      withServer(async ({ url, signIn, observer }) => {
        const saver = {
          url,
          cookie: await signIn('saver'),
          snapshot: large,
          what: 'save',
          breakMs: 0,
          givesWay: true,
        } as const;
        const other = {
          url,
          cookie: await signIn('other'),
          snapshot: small,
          what: 'member',
          breakMs: BREAK_MS,
          givesWay: false,
        } as const;
        return measureCompaction(saver, other, observer);
      }, WATCHED),
    long: () => withServer(async ({ openMany, observer }) => measureLong(await openMany(small, 3), observer), WATCHED),
    whole: () =>
      withServer(async ({ url, signIn, open, observer }) => {
        const veryLarge = generateFlow(VERY_LARGE, STAGE);
        const other = {
          url,
          cookie: await signIn('other'),
          snapshot: small,
          what: 'save',
          breakMs: BREAK_MS,
          givesWay: false,
        } as const;
        return measureWhole(() => open(veryLarge), other, observer);
      }),
  },
  judge,
});
