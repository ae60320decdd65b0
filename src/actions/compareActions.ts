import type { Action } from './Action';

/** The takes that are compared, and their one view. */
export interface CompareTarget {
  readonly zoomBy: (by: number) => void;
  /** One step of the zoom. */
  readonly step: number;
  readonly showWhole: () => void;
  /** Pans by steps to the right and down. */
  readonly panBy: (x: number, y: number) => void;
  /** Chooses the take with this number; 1 is the first. */
  readonly choose: (number: number) => void;
}

/** More pictures side by side would be too small to distinguish; each is chosen by its digit. */
export const COMPARED_MAX = 9;

const compareAction = (
  id: string,
  key: string,
  { words, run }: Pick<Action<CompareTarget>, 'words' | 'run'>,
): Action<CompareTarget> => ({
  id: `compare.${id}`,
  words,
  chords: [{ key }],
  within: 'comparison',
  whyNot: () => null,
  run,
});

/** The actions on the view of compared takes. */
export const COMPARE_ACTIONS = {
  zoomOut: compareAction('zoomOut', '-', { words: 'canvas.zoomOut', run: ({ zoomBy, step }) => zoomBy(1 / step) }),
  zoomIn: compareAction('zoomIn', '+', { words: 'canvas.zoomIn', run: ({ zoomBy, step }) => zoomBy(step) }),
  whole: compareAction('whole', 'f', { words: 'compare.whole', run: ({ showWhole }) => showWhole() }),
  left: compareAction('left', 'ArrowLeft', { words: 'compare.pan', run: ({ panBy }) => panBy(-1, 0) }),
  up: compareAction('up', 'ArrowUp', { words: 'compare.pan', run: ({ panBy }) => panBy(0, -1) }),
  down: compareAction('down', 'ArrowDown', { words: 'compare.pan', run: ({ panBy }) => panBy(0, 1) }),
  right: compareAction('right', 'ArrowRight', { words: 'compare.pan', run: ({ panBy }) => panBy(1, 0) }),
} as const satisfies Readonly<Record<string, Action<CompareTarget>>>;

/** Choose one of the compared takes, each by its number. */
export const CHOOSE_COMPARED_ACTIONS = Array.from({ length: COMPARED_MAX }, (_, index) =>
  compareAction(`choose${index + 1}`, String(index + 1), {
    words: 'compare.chooseByNumber',
    run: ({ choose }) => choose(index + 1),
  }),
);
