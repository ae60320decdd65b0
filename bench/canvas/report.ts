import { GESTURES, type GestureName } from './flags';
import type { ContestantFigures } from './measureContestant';
import type { Verdict } from './limits';
import type { Measured } from './Probe';
import type { SceneFigures } from './scenes/measureScene';

const MEGABYTE = 2 ** 20;

export const number = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits);

const megabytes = (bytes: number | null | undefined, digits = 0): string =>
  number(bytes == null ? null : bytes / MEGABYTE, digits);

const nameOf = ({ contestant, nodes }: ContestantFigures): string => `${contestant} ${nodes.toLocaleString('en')}`;

/** Names of the gestures as people read them. */
export const GESTURE_NAMES: Readonly<Record<GestureName, string>> = {
  idle: 'idle',
  pan: 'pan',
  panFar: 'pan at 0.1',
  zoom: 'zoom sweep',
  drag: 'drag a card',
  connect: 'connect',
  selectAllDrag: 'select all + drag',
};

/** Rows of text in columns, the first to the left and the others to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** One figure of every gesture: a row for each contestant and size. */
function gestureTable(
  title: string,
  all: readonly ContestantFigures[],
  cell: (measured: Measured, gesture: GestureName) => string,
): string {
  const measured = GESTURES.filter((gesture) => all.some(({ gestures }) => gestures[gesture]));
  const rows = all.map((figures) => [
    nameOf(figures),
    ...measured.map((gesture) => {
      const one = figures.gestures[gesture];
      return one ? cell(one, gesture) : '-';
    }),
  ]);
  return `${title}\n${table(['', ...measured.map((gesture) => GESTURE_NAMES[gesture])], rows)}`;
}

const longTasksIn = ({ longTasks, longestTaskMs }: Measured): string =>
  longTasks === 0 ? '0' : `${longTasks} (${number(longestTaskMs)})`;

/** Everything that was measured, as text. */
export function report(all: readonly ContestantFigures[]): string {
  const loads = all.map((figures) => [
    nameOf(figures),
    number(figures.edges),
    number(figures.loadMs),
    megabytes(figures.memory?.heapBytes, 1),
    megabytes(figures.memory?.residentBytes),
    figures.didNotSurvive === null ? '' : `did not survive: ${figures.didNotSurvive}`,
  ]);
  const own = all.filter(({ gestures }) => Object.values(gestures).some(({ draws }) => draws !== null));
  const tables = [
    `Opening\n${table(['', 'edges', 'first frame ms', 'heap MB', 'resident MB', ''], loads)}`,
    gestureTable('Busy, main-thread processor ms a step', all, ({ busyMs }) => number(busyMs, 1)),
    gestureTable('The same by the wall clock, ms a step', all, ({ taskMs }) => number(taskMs, 1)),
    gestureTable('Drawn frames a second', all, ({ drawnPerS }) => number(drawnPerS)),
    gestureTable('95 of 100 frames within ms', all, ({ p95FrameMs }) => number(p95FrameMs)),
    gestureTable('Long tasks (the longest, ms)', all, longTasksIn),
    gestureTable('Of the time the processors were wanted, what the machine did not get, %', all, ({ stolen }) =>
      number(stolen === null ? null : stolen * 100),
    ),
  ];
  if (own.length > 0) {
    tables.push(
      gestureTable(`Drawn by the own count (${ownCounts(own)}; in so many steps)`, own, ({ draws, steps }) =>
        draws ? `${Object.values(draws).join(', ')} in ${steps}` : '-',
      ),
    );
  }
  return tables.join('\n\n');
}

/** The contestants' own counts, each named once. */
function ownCounts(own: readonly ContestantFigures[]): string {
  const counts = own.map(({ contestant, gestures }) => {
    const draws = Object.values(gestures).find((measured) => measured.draws !== null)?.draws ?? {};
    return `${contestant}: ${Object.keys(draws).join(', ')}`;
  });
  return [...new Set(counts)].join('; ');
}

/** The heavy scenes, as text. */
export function reportScenes(scenes: readonly SceneFigures[]): string {
  const rows = scenes.flatMap(({ scene, cold, warm }) =>
    GESTURES.flatMap((gesture) =>
      (
        [
          ['first time', cold],
          ['after that', warm],
        ] as const
      ).flatMap(([when, gestures]) => {
        const one = gestures[gesture];
        if (!one) return [];
        return [
          [
            `${scene}, ${GESTURE_NAMES[gesture]}, ${when}`,
            number(one.drawnPerS),
            number(one.busyMs, 1),
            number(one.p95FrameMs),
            longTasksIn(one),
          ],
        ];
      }),
    ),
  );
  const sizes = scenes.map(({ scene, nodes, loadMs, memory, pictureBytes }) => [
    `${scene} ${nodes.toLocaleString('en')}`,
    number(loadMs),
    megabytes(memory?.heapBytes, 1),
    megabytes(memory?.residentBytes),
    megabytes(pictureBytes, 1),
  ]);
  return [
    table(['', 'first frame ms', 'heap MB', 'resident MB', 'decoded pictures MB'], sizes),
    table(['', 'frames/s', 'busy ms', 'p95 ms', 'long tasks (ms)'], rows),
  ].join('\n\n');
}

/** Each limit with its verdict, as text. */
export function reportLimits(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return 'Limits: this run took no figures that have one';
  const notMet = verdicts.filter(({ verdict }) => verdict === 'not met').length;
  const rows = verdicts.map(({ limit, verdict, figures }) => [limit, verdict, figures]);
  return `Limits: ${verdicts.length - notMet} of ${verdicts.length} met\n${table(['', '', ''], rows)}`;
}
