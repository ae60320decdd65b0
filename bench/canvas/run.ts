/** `npm run bench:canvas`: the real editor beside a bare canvas and its peers, by the same real gestures, in one run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAbout } from './about';
import { chart } from './chart';
import { compareDrawing } from './compareDrawing';
import { createContestants, PAGES } from './contestants/createContestants';
import { readFlags } from './flags';
import { generateFlow } from './generateFlow';
import { VoidRun } from './gestures';
import { judge } from './limits';
import { measureContestant, type ContestantFigures } from './measureContestant';
import { prepare } from './prepare';
import { report, reportLimits, reportScenes } from './report';
import { measureScene, type SceneFigures } from './scenes/measureScene';
import { servePages } from './servePages';
import { STAGE } from './stage';
import { startRealServer } from './startRealServer';

const COMPARED_NODES = 1000;
/** What is known of a contestant that a smaller flow was too much for. */
const NOTHING = { loadMs: null, memory: null, gestures: {} };

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

const flags = readFlags(process.argv.slice(2));
const { path: chromium, version } = await prepare();
const about = startAbout(flags, version);
const pages = await servePages(PAGES);
const server = await startRealServer();
const print = (words: string): boolean => process.stdout.write(`${words}\n`);
const progress = (words: string): boolean => process.stderr.write(`${words}\n`);
const stop = async (): Promise<void> => {
  await server.stop();
  await pages.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(1)));
const figures: ContestantFigures[] = [];
try {
  const everybody = createContestants(server.url, pages);
  const contestants = everybody.filter(({ name }) => flags.only.includes(name));
  const [mulgil, limit] = everybody;
  if (!mulgil || !limit) throw new Error('mulgil and its limit come first');
  const isOursIn = contestants.includes(mulgil);

  const isBesideLimit = isOursIn && contestants.includes(limit) && flags.sizes.length > 0;
  const drawing = isBesideLimit
    ? await compareDrawing(chromium, [mulgil, limit], generateFlow(COMPARED_NODES, STAGE), flags.out)
    : [];
  for (const size of flags.sizes) {
    const flow = generateFlow(size, STAGE);
    for (const contestant of contestants) {
      const earlier = figures.findLast(({ contestant: name }) => name === contestant.name);
      progress(`${contestant.name}, ${size} nodes`);
      figures.push(
        earlier?.didNotSurvive
          ? { ...earlier, nodes: size, edges: flow.edges.length, ...NOTHING }
          : await measureContestant(chromium, contestant, flow, flags),
      );
    }
  }
  const scenes: SceneFigures[] = [];
  for (const scene of isOursIn ? flags.scenes : []) {
    progress(`mulgil, ${scene}`);
    scenes.push(await measureScene(chromium, mulgil, server.url, scene, flags));
  }

  const verdicts = judge(figures, scenes);
  for (const { zoom, mean } of drawing) {
    print(`mulgil and limit draw the same at zoom ${zoom}: ${(mean * 100).toFixed(3)} % apart`);
  }
  if (figures.length > 0) print(`\n${report(figures)}`);
  if (scenes.length > 0) print(`\n${reportScenes(scenes)}`);
  print(`\n${reportLimits(verdicts)}`);

  const folder = flags.out ?? join(import.meta.dirname, '../results');
  const circumstances = about();
  const { date, processors, reps, loadBefore } = circumstances;
  const note = `${date}, ${version}, ${processors}, no GPU, medians of ${reps}, load ${loadBefore} at the start`;
  mkdirSync(folder, { recursive: true });
  const everything = { about: circumstances, drawing, figures, scenes, verdicts };
  writeFileSync(join(folder, 'canvas.json'), `${JSON.stringify(everything, rounded, 2)}\n`);
  writeFileSync(join(folder, 'canvas.svg'), chart(figures, note));
  print(`\nFigures and chart are in ${folder}`);
} catch (error) {
  if (!(error instanceof VoidRun)) throw error;
  if (figures.length > 0) print(`\nVOID, as far as it came\n\n${report(figures)}`);
  progress(`The run is void. ${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}
