import { GESTURES, type GestureName } from './flags';
import type { ContestantFigures } from './measureContestant';
import type { Measured } from './Probe';
import { table } from './table';

const MEGABYTE = 1024 * 1024;

export const number = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits);

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

/** Everything that was measured, as text. */
export function report(all: readonly ContestantFigures[]): string {
  const loads = all.map((figures) => [
    nameOf(figures),
    number(figures.edges),
    number(figures.loadMs),
    number(figures.memory && figures.memory.heapBytes / MEGABYTE, 1),
    number(figures.memory?.residentBytes == null ? null : figures.memory.residentBytes / MEGABYTE),
    figures.didNotSurvive === null ? '' : `did not survive: ${figures.didNotSurvive}`,
  ]);
  const own = all.filter(({ gestures }) => Object.values(gestures).some(({ draws }) => draws !== null));
  return [
    `Opening\n${table(['', 'edges', 'first frame ms', 'heap MB', 'resident MB', ''], loads)}`,
    gestureTable('Busy, main-thread processor ms a step', all, ({ busyMs }) => number(busyMs, 1)),
    gestureTable('The same by the wall clock, ms a step', all, ({ taskMs }) => number(taskMs, 1)),
    gestureTable('Drawn frames a second', all, ({ drawnPerS }) => number(drawnPerS)),
    gestureTable('95 of 100 frames within ms', all, ({ p95FrameMs }) => number(p95FrameMs)),
    gestureTable('Long tasks (the longest, ms)', all, ({ longTasks, longestTaskMs }) =>
      longTasks === 0 ? '0' : `${longTasks} (${number(longestTaskMs)})`,
    ),
    gestureTable('Draws by the own count, of steps', own, ({ draws, steps }) =>
      draws ? `${Object.values(draws).join('+')} of ${steps}` : '-',
    ),
  ].join('\n\n');
}
