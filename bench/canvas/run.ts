import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareDrawing } from './compareDrawing';
import { createContestants, PAGES } from './contestants/createContestants';
import { readFlags } from './flags';
import { generateFlow } from './generateFlow';
import { VoidRun } from './gestures';
import { measureContestant, type ContestantFigures } from './measureContestant';
import { prepare } from './prepare';
import { report } from './report';
import { servePages } from './servePages';
import { STAGE } from './stage';
import { startRealServer } from './startRealServer';

const COMPARED_NODES = 1000;

const flags = readFlags(process.argv.slice(2));
const chromium = await prepare();
const pages = await servePages(PAGES);
const server = await startRealServer();
const figures: ContestantFigures[] = [];
try {
  const everybody = createContestants(server.url, pages);
  const contestants = everybody.filter(({ name }) => flags.only.includes(name));
  const [mulgil, limit] = everybody;
  const drawing =
    mulgil && limit && contestants.includes(mulgil) && contestants.includes(limit)
      ? await compareDrawing(chromium, [mulgil, limit], generateFlow(COMPARED_NODES, STAGE), flags.out)
      : [];
  for (const { zoom, mean } of drawing) {
    process.stdout.write(`mulgil and limit are ${(mean * 100).toFixed(3)} % apart at zoom ${zoom}\n`);
  }
  for (const size of flags.sizes) {
    const flow = generateFlow(size, STAGE);
    for (const contestant of contestants) {
      process.stderr.write(`${contestant.name} ${size}\n`);
      figures.push(await measureContestant(chromium, contestant, flow, flags));
    }
  }
  process.stdout.write(`\n${report(figures)}\n`);
  const folder = flags.out ?? join(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'canvas.json'), `${JSON.stringify({ drawing, figures }, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof VoidRun)) throw error;
  process.stderr.write(`The run is void. ${error.message}\n`);
  process.exitCode = 1;
} finally {
  await server.stop();
  await pages.stop();
}
