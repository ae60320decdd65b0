/**
 * `npm run bench:save`: what saving costs the server. The product's own server in a process of its own, real database,
 * real connections. Prints the figures beside what they may be and writes bench/results/save.json.
 */
import { generateFlow } from '../canvas/generateFlow';
import { STAGE } from '../canvas/stage';
import { verdictTable } from '../verdicts';
import { inJson, resultsOf, startAbout, writeFigures } from '../writeFigures';
import { PARTS, readFlags } from './flags';
import type { Part } from './flags';
import { judge } from './judge';
import type { Figures } from './judge';
import { measureFolding } from './measureFolding';
import { measureMany } from './measureMany';
import { measureOne } from './measureOne';
import { measureWhole } from './measureWhole';
import { withServer } from './withServer';

const SMALL = 100;
const LARGE = 10_000;
const VERY_LARGE = 100_000;

const flags = readFlags(process.argv.slice(2));
const about = startAbout();
const small = generateFlow(SMALL, STAGE);
const large = generateFlow(LARGE, STAGE);

const figures: Figures = {};
const measure: Record<Part, () => Promise<void>> = {
  one: () =>
    withServer(async ({ open, observer }) => {
      figures.one = await measureOne({ small: await open(small), large: await open(large) }, observer, flags.saves);
    }),
  many: () =>
    withServer(async ({ openMany, observer }) => {
      figures.many = await measureMany(await openMany(small, flags.editors), observer, flags.seconds);
    }),
  large: () =>
    withServer(async ({ openMany, observer }) => {
      figures.large = await measureMany(await openMany(large, flags.largeEditors), observer, flags.seconds);
    }),
  folding: () =>
    withServer(async ({ open, observer }) => {
      figures.folding = await measureFolding(await open(large), await open(small), observer);
    }),
  whole: () =>
    withServer(async ({ open, observer }) => {
      const veryLarge = generateFlow(VERY_LARGE, STAGE);
      figures.whole = await measureWhole(() => open(veryLarge), await open(small), observer);
    }),
};

for (const part of flags.only) {
  await measure[part]();
  console.log(part, inJson(figures[part]));
}
const verdicts = judge(figures);
console.log(verdictTable(verdicts));

const canvasBytes = { small: byteLengthOf(small), large: byteLengthOf(large) };
const out = flags.out ?? (flags.only.length === PARTS.length ? resultsOf('save') : null);
if (out !== null) writeFigures(out, { about: { ...about(), canvasBytes, flags }, verdicts, figures });

function byteLengthOf(snapshot: typeof small): number {
  return Buffer.byteLength(JSON.stringify(snapshot));
}
