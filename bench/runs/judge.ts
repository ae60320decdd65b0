import { Verdicts } from '../verdicts';
import type { Verdict } from '../verdicts';
import type { Judging } from './measureJudging';
import type { Library } from './measureLibrary';
import type { Plan } from './measurePlan';
import type { Beside, Kept } from './measureRuns';
import type { Scrolling } from './measureScrolling';
import type { SheetFigures } from './measureSheet';
import type { SheetFrames } from './measureSheetFrames';

interface Figures {
  readonly plan: Plan;
  readonly sheet: SheetFigures;
  readonly sheetFrames: SheetFrames;
  readonly kept: Kept;
  readonly running: Beside;
  readonly streams: Beside;
  readonly librarySqlite: Library;
  readonly libraryPostgres: Library;
  readonly judging: Judging;
  readonly scrolling: Scrolling;
}

const PLAN_MS = 100;
const KEPT_MS = 300;
/** Limit of a save among undisturbed editors (`npm run bench:save`). */
const SAVE_P99_MS = 50;
const SEARCH_P95_MS = 100;
const KEY_TO_PICTURE_P95_MS = 50;
/** Length of a frame at 60 frames a second. */
const FRAME_MS = 1000 / 60;
/** Length from which on browsers call a task long. */
const LONG_TASK_MS = 50;
/** Length of a frame at 55 frames a second, as on the canvas. */
const SCROLLED_FRAME_MS = 1000 / 55;
/** A sheet opens no slower than a canvas of as many cards. */
const OPEN_RATIO = 1;

/** Figures of runs and takes, each beside its limit. */
export function judge({ plan, sheet, kept, running, streams, ...rest }: Partial<Figures>): readonly Verdict[] {
  const { sheetFrames, librarySqlite, libraryPostgres, judging, scrolling } = rest;
  const verdicts = new Verdicts();
  if (plan) {
    verdicts.say(`a plan of ${plan.nodes} nodes, all new, ms`, plan.newMs, PLAN_MS);
    verdicts.say(`a plan of ${plan.nodes} nodes, all there, ms`, plan.keptMs, PLAN_MS);
  }
  if (sheet) {
    const { cells, openMs, pageMs, panMs, counts } = sheet;
    verdicts.say(`opening a sheet of ${cells} cells, as parts of as many cards`, openMs.ratio, OPEN_RATIO);
    verdicts.say('a page of their takes that comes in: p95, ms', pageMs.p95, LONG_TASK_MS);
    verdicts.say('a step of a pan over them: p95, ms', panMs.sheetP95, FRAME_MS);
    verdicts.say('cells drawn in a step, of those in view', counts.drawn, counts.inView);
  }
  if (sheetFrames) {
    const { cells, frames } = sheetFrames;
    verdicts.say(`a frame of panning over a sheet of ${cells} cells, ms`, 1000 / frames.drawnPerS, SCROLLED_FRAME_MS);
  }
  if (kept) {
    verdicts.say(`a run of ${kept.steps} steps that are there, ms`, kept.chosenMs, KEPT_MS);
    verdicts.say(`the same in a copy, ms`, kept.copyMs, KEPT_MS);
  }
  if (running) verdicts.say('a save beside a run that waits for its engine: p99, ms', running.p99Ms, SAVE_P99_MS);
  if (streams) verdicts.say(`a save of ${streams.editors} editors who follow: p99, ms`, streams.p99Ms, SAVE_P99_MS);
  for (const [name, library] of [['SQLite', librarySqlite] as const, ['PostgreSQL', libraryPostgres] as const]) {
    if (library) verdicts.say(`a search among ${library.takes} takes, ${name}: p95, ms`, library.p95Ms, SEARCH_P95_MS);
  }
  if (judging) {
    verdicts.say(`a key to the next of ${judging.pictures} pictures: p95, ms`, judging.p95Ms, KEY_TO_PICTURE_P95_MS);
  }
  if (scrolling) {
    const { drawnPerS } = scrolling.frames;
    verdicts.say(`a frame of scrolling through ${scrolling.takes} pictures, ms`, 1000 / drawnPerS, SCROLLED_FRAME_MS);
  }
  return verdicts.all;
}
