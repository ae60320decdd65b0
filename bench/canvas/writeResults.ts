import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanvasAbout } from './about';
import { chart } from './chart';
import type { compareDrawing } from './compareDrawing';
import { judge } from './limits';
import type { ContestantFigures } from './measureContestant';
import type { SceneFigures } from './scenes/measureScene';

export interface Results {
  readonly drawing: Awaited<ReturnType<typeof compareDrawing>>;
  readonly figures: readonly ContestantFigures[];
  readonly scenes: readonly SceneFigures[];
}

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

/** Writes `canvas.json`, with what was found held against what is promised, and `canvas.svg` into a folder. */
export function writeResults(folder: string, about: CanvasAbout, results: Results): void {
  const { date, chromium, processors, reps, loadBefore } = about;
  const note = `${date}, ${chromium}, ${processors}, no GPU, medians of ${reps}, load ${loadBefore} at the start`;
  const everything = { about, ...results, verdicts: judge(results.figures, results.scenes) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'canvas.json'), `${JSON.stringify(everything, rounded, 2)}\n`);
  writeFileSync(join(folder, 'canvas.svg'), chart(results.figures, note));
}
