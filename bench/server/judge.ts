import { Verdicts } from '../verdicts';
import type { Verdict } from '../verdicts';
import type { Beside } from './measureBeside';
import type { HostileFigures } from './measureHostile';
import type { List } from './measureList';
import type { ManyRowsFigures } from './measureManyRows';
import type { Opening } from './measureOpening';
import type { Throughput } from './measureThroughput';

interface ManyRows {
  readonly few: ManyRowsFigures;
  readonly many: ManyRowsFigures;
}

interface Figures {
  readonly throughput: Throughput;
  readonly beside: Beside;
  /** Figures with fewer editors. Where the machine does not keep up with the others, only their p99 tells what the streams cost. */
  readonly besideFew: Beside;
  /** Figures while twelve members upload heavy pictures, or send bodies that never end. */
  readonly heavyPictures: HostileFigures;
  readonly heavyPicturesOften: HostileFigures;
  readonly endlessBodies: HostileFigures;
  /** Figures among 1,000 projects and files and 5,000 answers, and among a thousand times as many of each. */
  readonly manyRows: ManyRows;
  /** The same with PostgreSQL. */
  readonly manyRowsPostgres: ManyRows;
  readonly list: List;
  /** `cold`: nothing of the canvas is in the server's memory. */
  readonly opening: { readonly nodes: number; readonly cold: Opening; readonly warm: Opening };
}

/** The app's time-out of a call (CALL-2): a longer opening fails. */
const CALL_MAX_MS = 5000;

/** Longest start, however many rows the tables have. */
const START_MAX_MS = 5000;
/** Longest time of one statement on the main thread. */
const RUN_MAX_MS = 50;
const PAGE_MAX_MS = 20;

/** 1.2 GiB. */
const GROWS_MAX_MIB = 1228;

/** Judges the figures of the server by their limits. */
export function judge({
  throughput,
  beside,
  besideFew,
  manyRows,
  manyRowsPostgres,
  list,
  opening,
  ...hostile
}: Partial<Figures>): readonly Verdict[] {
  const verdicts = new Verdicts();
  if (throughput) verdicts.say('saving as fast as it goes: errors', throughput.errors, 0);
  for (const turns of [beside, besideFew]) {
    if (turns === undefined) continue;
    const who = `${turns.editors} editors, a save a second`;
    const streams = `${turns.idleStreams} idle and ${turns.activeStreams} active streams`;
    verdicts.say(`${who}: p99, ms`, turns.medianAloneP99Ms, 100);
    verdicts.say(`${who}, beside ${streams}: p99, times`, turns.ratio, 1.2);
    verdicts.say(`${who}: errors, and seconds without a save`, turns.errors, 0);
  }
  for (const [what, figures] of [
    ['heavy pictures', hostile.heavyPictures],
    ['heavy pictures every second', hostile.heavyPicturesOften],
    ['bodies of 250 MiB that never end', hostile.endlessBodies],
  ] as const) {
    if (figures === undefined) continue;
    const who = `${figures.editors} editors, a save a second, beside 12 ${what}`;
    verdicts.say(`${who}: p99, times`, figures.ratio, 2);
    verdicts.say(`${who}: the server grows, MiB`, figures.grownMiB, GROWS_MAX_MIB);
    verdicts.say(`${who}: errors, and seconds without a save`, figures.errors, 0);
  }
  for (const [where, rows] of [
    ['SQLite', manyRows],
    ['PostgreSQL', manyRowsPostgres],
  ] as const) {
    if (rows === undefined) continue;
    const { few, many } = rows;
    const among = `${where}, among ${many.projects} projects, ${many.answers} answers and ${many.files} files`;
    verdicts.say(`${among}: until it listens, ms`, many.startMs, START_MAX_MS);
    verdicts.say(`${among}: the answering thread at work without a break, ms`, many.longestRunMs, RUN_MAX_MS);
    verdicts.say(`${among}: a page of 10,000 projects by name, ms`, many.pageByNameMs, PAGE_MAX_MS);
    verdicts.say(`${among}: a page of 10,000 projects by time, ms`, many.pageByTimeMs, PAGE_MAX_MS);
    // The same cost, as far as one run on a shared machine can tell.
    verdicts.say(
      `${where}, a replaced thumbnail, times among ${few.projects}`,
      many.thumbnailMs / few.thumbnailMs,
      1.5,
    );
    verdicts.say(`${where}, a deleted project, times among ${few.projects}`, many.deletionMs / few.deletionMs, 1.5);
  }
  if (list) {
    verdicts.say(`canvases read for the list of ${list.projects} projects`, list.canvasesRead, 0);
    verdicts.say('the list, times that of projects without canvases', list.ratio, 1.5);
  }
  if (opening) verdicts.say(`opening ${opening.nodes} nodes cold, ms`, opening.cold.medianMs, CALL_MAX_MS);
  return verdicts.all;
}
