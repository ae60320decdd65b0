/**
 * `npm run bench:runs`: the cost of runs over many nodes, of a large library of takes and of a sheet of many cells. Prints the figures
 * beside their limits and writes bench/results/runs.json.
 */
import { runBench } from '../runBench';
import { judge } from './judge';
import { measureJudging } from './measureJudging';
import { measureLibrary } from './measureLibrary';
import { measurePlan } from './measurePlan';
import { measureSheet } from './measureSheet';
import { measureSheetFrames } from './measureSheetFrames';
import { measureKept, measureRunning, measureStreams } from './measureRuns';
import { measureScrolling } from './measureScrolling';

await runBench({
  name: 'runs',
  numbers: { takes: 100_000, pictures: 200, nodes: 10_000, steps: 1_000, editors: 300, seconds: 30, cells: 10_000 },
  parts: {
    plan: ({ nodes }) => measurePlan(nodes),
    sheet: ({ cells }) => measureSheet(cells),
    sheetFrames: ({ cells }) => measureSheetFrames(cells),
    kept: ({ steps }) => measureKept(steps),
    running: ({ steps, seconds }) => measureRunning(steps, seconds),
    streams: ({ editors, seconds }) => measureStreams(editors, seconds),
    librarySqlite: ({ takes }) => measureLibrary('sqlite', takes),
    libraryPostgres: ({ takes }) => measureLibrary('postgres', takes),
    judging: ({ pictures }) => measureJudging(pictures),
    scrolling: ({ takes }) => measureScrolling(takes),
  },
  judge,
});
