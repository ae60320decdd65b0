import type { Action } from './Action';

/** The one view of takes that are compared. */
export interface CompareTarget {
  readonly zoomBy: (by: number) => void;
  /** One step of the zoom. */
  readonly step: number;
  readonly showWhole: () => void;
}

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
} as const satisfies Readonly<Record<string, Action<CompareTarget>>>;
