import type { ContestantName, GestureName } from './flags';
import type { ContestantFigures } from './measureContestant';
import type { Measured } from './Probe';
import { GESTURE_NAMES, number } from './report';
import type { SceneFigures } from './scenes/measureScene';

/** Largest busy time of a gesture, relative to the limit page. */
const LARGEST_RATIO: Readonly<Partial<Record<GestureName, number>>> = {
  pan: 1.5,
  panFar: 1.5,
  drag: 1.5,
  connect: 1.5,
  zoom: 2,
  selectAllDrag: 2,
};
const FRAMES_MIN = 55;
const FRAMES_BEHIND = 5;
const GROWTH_MAX = 1.5;
/** Milliseconds below which a difference of a third is noise. */
const NOISE_BELOW_MS = 10;
const NOISE = 4 / 3;
const PAINTED_MAX_MS = 3000;
const PICTURE_BYTES = 256 * 1024 * 1024;

export interface Verdict {
  readonly limit: string;
  readonly verdict: 'met' | 'met within noise' | 'not met';
  readonly figures: string;
}

type Gestures = readonly (readonly [GestureName, Measured])[];

/** Judges the figures by their limits. A limit whose figures this run did not take is left out. */
export function judge(all: readonly ContestantFigures[], scenes: readonly SceneFigures[]): readonly Verdict[] {
  const find = (name: ContestantName, nodes: number): ContestantFigures | undefined =>
    all.find(({ contestant, nodes: count }) => contestant === name && count === nodes);
  const own = all.filter(({ contestant }) => contestant === 'mulgil');
  return [
    ...own.flatMap((figures) => judgeGestures(figures, find('limit', figures.nodes))),
    ...judgeGrowth(find('mulgil', 1000), find('mulgil', 100_000)),
    ...judgeLoad(all),
    ...judgeHeap(find('mulgil', 10_000), find('litegraph', 10_000)),
    ...scenes.flatMap(judgeScene),
  ];
}

const gesturesOf = ({ gestures }: Pick<ContestantFigures, 'gestures'>): Gestures =>
  Object.entries(gestures).filter(([name]) => name !== 'idle') as unknown as Gestures;

const isMet = (condition: boolean): Verdict['verdict'] => (condition ? 'met' : 'not met');

/** Whether a value is at most `ratio` times the other; small figures may differ by a third more. */
function atMost(value: number, ratio: number, base: number): Verdict['verdict'] {
  if (value <= ratio * base) return 'met';
  return value < NOISE_BELOW_MS && value <= ratio * base * NOISE ? 'met within noise' : 'not met';
}

const judgeFrames = (at: string, { drawnPerS }: Measured): Verdict => ({
  limit: `${at}: at least ${FRAMES_MIN} frames/s`,
  verdict: isMet(drawnPerS >= FRAMES_MIN),
  figures: number(drawnPerS, 1),
});

const judgeLongTasks = (at: string, { longTasks, longestTaskMs }: Measured): Verdict => ({
  limit: `${at}: no long task`,
  verdict: isMet(longTasks === 0),
  figures: longTasks === 0 ? '0' : `${longTasks}, the longest ${number(longestTaskMs)} ms`,
});

function judgeGestures(own: ContestantFigures, limit: ContestantFigures | undefined): Verdict[] {
  const size = `${own.nodes.toLocaleString('en')} nodes`;
  const idle = own.gestures.idle?.draws;
  const verdicts: Verdict[] = [];
  if (idle) {
    const draws = Object.values(idle).reduce((sum, count) => sum + count, 0);
    verdicts.push({ limit: `${size}, idle: nothing is drawn`, verdict: isMet(draws === 0), figures: `${draws} draws` });
  }
  for (const [gesture, measured] of gesturesOf(own)) {
    const { drawnPerS, busyMs } = measured;
    const at = `${size}, ${GESTURE_NAMES[gesture]}`;
    const beside = limit?.gestures[gesture];
    verdicts.push(judgeFrames(at, measured));
    if (beside) {
      const ratio = LARGEST_RATIO[gesture] ?? 1;
      verdicts.push(
        {
          limit: `${at}: frames/s within ${FRAMES_BEHIND} of the limit page's`,
          verdict: isMet(drawnPerS >= beside.drawnPerS - FRAMES_BEHIND),
          figures: `${number(drawnPerS, 1)} beside ${number(beside.drawnPerS, 1)}`,
        },
        {
          limit: `${at}: busy at most ${ratio} x the limit page`,
          verdict: atMost(busyMs, ratio, beside.busyMs),
          figures: `${number(busyMs, 1)} ms beside ${number(beside.busyMs, 1)} ms: ${number(busyMs / beside.busyMs, 2)} x`,
        },
      );
    }
    verdicts.push(judgeLongTasks(at, measured));
  }
  return verdicts;
}

function judgeGrowth(small: ContestantFigures | undefined, large: ContestantFigures | undefined): Verdict[] {
  if (!small || !large) return [];
  return gesturesOf(large).flatMap(([gesture, { busyMs }]) => {
    const before = small.gestures[gesture]?.busyMs;
    if (before === undefined) return [];
    return {
      limit: `${GESTURE_NAMES[gesture]}: from 1,000 to 100,000 nodes at most ${GROWTH_MAX} x as busy`,
      verdict: atMost(busyMs, GROWTH_MAX, before),
      figures: `${number(before, 1)} ms to ${number(busyMs, 1)} ms: ${number(busyMs / before, 2)} x`,
    };
  });
}

function judgeLoad(all: readonly ContestantFigures[]): Verdict[] {
  const loadOf = (name: ContestantName, nodes: number) =>
    all.find(({ contestant, nodes: count }) => contestant === name && count === nodes)?.loadMs ?? null;
  const verdicts: Verdict[] = [];
  const peers = all.filter(
    ({ contestant, nodes }) => nodes === 10_000 && contestant !== 'mulgil' && contestant !== 'limit',
  );
  const middle = loadOf('mulgil', 10_000);
  if (middle !== null && peers.length > 0) {
    verdicts.push({
      limit: '10,000 nodes painted sooner than by any peer',
      verdict: isMet(peers.every(({ loadMs }) => loadMs === null || loadMs > middle)),
      figures: [
        `${number(middle)} ms`,
        ...peers.map(({ contestant, loadMs }) => `${contestant} ${number(loadMs)}`),
      ].join(', '),
    });
  }
  const large = loadOf('mulgil', 100_000);
  if (large !== null) {
    verdicts.push({
      limit: `100,000 nodes painted within ${PAINTED_MAX_MS / 1000} s`,
      verdict: isMet(large <= PAINTED_MAX_MS),
      figures: `${number(large)} ms`,
    });
  }
  return verdicts;
}

function judgeHeap(own: ContestantFigures | undefined, litegraph: ContestantFigures | undefined): Verdict[] {
  if (!own?.memory || !litegraph?.memory) return [];
  const [ours, theirs] = [own.memory.heapBytes, litegraph.memory.heapBytes];
  return [
    {
      limit: "heap at 10,000 nodes no more than litegraph's",
      verdict: isMet(ours <= theirs),
      figures: `${number(ours / 2 ** 20, 1)} MB beside ${number(theirs / 2 ** 20, 1)} MB`,
    },
  ];
}

function judgeScene({ scene, nodes, cold, warm, pictureBytes }: SceneFigures): Verdict[] {
  const verdicts: Verdict[] = [];
  const passes: readonly (readonly [string, typeof cold])[] = [
    ['first time', cold],
    ['after that', warm],
  ];
  for (const [when, gestures] of passes) {
    for (const [gesture, measured] of gesturesOf({ gestures })) {
      const at = `${scene} (${nodes.toLocaleString('en')}), ${GESTURE_NAMES[gesture]}, ${when}`;
      verdicts.push(judgeFrames(at, measured), judgeLongTasks(at, measured));
    }
  }
  if (scene === 'pictures') {
    verdicts.push({
      limit: `pictures: decoded bytes at most ${PICTURE_BYTES / 2 ** 20} MB`,
      verdict: isMet(pictureBytes <= PICTURE_BYTES),
      figures: `${number(pictureBytes / 2 ** 20, 1)} MB`,
    });
  }
  return verdicts;
}
