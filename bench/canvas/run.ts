/** `npm run bench:canvas`: compares the real editor with a bare canvas and its peers, by the same real gestures, in one run. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCanvasAbout } from './about';
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
import { writeResults, type Results } from './writeResults';

const COMPARED_NODES = 1000;
const SO_FAR = join(tmpdir(), 'mulgil-bench-so-far');
/** Figures of a contestant that a smaller flow was too much for. */
const NOTHING = { loadMs: null, memory: null, gestures: {} };

const flags = readFlags(process.argv.slice(2));
const { path: chromium, version } = await prepare();
const about = startCanvasAbout(flags, version);
const pages = await servePages(PAGES);
const server = await startRealServer();
const print = (words: string): boolean => process.stdout.write(`${words}\n`);
const progress = (words: string): boolean => process.stderr.write(`${words}\n`);
const stop = async (): Promise<void> => {
  await server.stop();
  await pages.stop();
};
const figures: ContestantFigures[] = [];
const scenes: SceneFigures[] = [];
let drawing: Results['drawing'] = [];
/** Writes the figures so far, so that a run that is stopped half way has not been for nothing. */
const keepSoFar = (): void => writeResults(SO_FAR, about(), { drawing, figures, scenes });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (figures.length > 0) progress(`Stopped. What was measured is in ${SO_FAR}`);
    void stop().finally(() => process.exit(1));
  });
}
try {
  const everybody = createContestants(server.url, pages);
  const contestants = everybody.filter(({ name }) => flags.only.includes(name));
  const [mulgil, limit] = everybody;
  if (!mulgil || !limit) throw new Error('mulgil and its limit come first');
  const isOursIn = contestants.includes(mulgil);

  const isBesideLimit = isOursIn && contestants.includes(limit) && flags.sizes.length > 0;
  if (isBesideLimit)
    drawing = await compareDrawing(chromium, [mulgil, limit], generateFlow(COMPARED_NODES, STAGE), flags.out);
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
      keepSoFar();
    }
  }
  for (const scene of isOursIn ? flags.scenes : []) {
    progress(`mulgil, ${scene}`);
    scenes.push(await measureScene(chromium, mulgil, server.url, scene, flags));
    keepSoFar();
  }

  for (const { zoom, isSelected, mean } of drawing) {
    const percent = (mean * 100).toFixed(3);
    print(`mulgil and limit draw the same at zoom ${zoom}${isSelected ? ', selected' : ''}: ${percent} % apart`);
  }
  if (figures.length > 0) print(`\n${report(figures)}`);
  if (scenes.length > 0) print(`\n${reportScenes(scenes)}`);
  print(`\n${reportLimits(judge(figures, scenes))}`);
  const folder = flags.out ?? join(import.meta.dirname, '../results');
  writeResults(folder, about(), { drawing, figures, scenes });
  print(`\nFigures and chart are in ${folder}`);
} catch (error) {
  if (figures.length > 0) print(`\nAS FAR AS IT CAME (kept in ${SO_FAR})\n\n${report(figures)}`);
  if (!(error instanceof VoidRun)) throw error;
  progress(`The run is void. ${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}
