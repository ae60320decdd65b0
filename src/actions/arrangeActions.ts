import type { ParseKeys } from 'i18next';
import { SHORTCUTS, type Arrangement, type Editor } from '../engine';
import type { TidyUp } from '../stores/arrange/TidyUp';
import type { Action } from './Action';

export type ArrangeAction = Action<Editor>;

/** Most selected nodes that are searched for an edge between two of them. */
const LOOKED_AT_MAX = 500;

const needs =
  (count: number, words: ParseKeys) =>
  ({ selection }: Editor): ParseKeys | null =>
    selection.nodes.size >= count ? null : words;
const needsTwo = needs(2, 'arrange.needsTwo');
const needsThree = needs(3, 'arrange.needsThree');

function needsEdge({ document, selection: { nodes } }: Editor): ParseKeys | null {
  if (nodes.size > LOOKED_AT_MAX) return null;
  for (const id of nodes) if (document.edgesOutOf(id).some(({ target }) => nodes.has(target))) return null;
  return 'arrange.needsEdge';
}

/** An action that the engine runs and has the keys of. */
const arrangeAction = (how: Arrangement, whyNot: ArrangeAction['whyNot']): ArrangeAction => ({
  id: `arrange.${how}`,
  words: `arrange.${how}`,
  chords: SHORTCUTS[how].chords,
  whyNot,
  run: (editor) => {
    if (whyNot(editor) === null) SHORTCUTS[how].run(editor);
  },
});

/** Actions that move the selected nodes relative to one another. */
export const ARRANGE_ACTIONS = {
  alignLeft: arrangeAction('alignLeft', needsTwo),
  alignCentre: arrangeAction('alignCentre', needsTwo),
  alignRight: arrangeAction('alignRight', needsTwo),
  alignTop: arrangeAction('alignTop', needsTwo),
  alignMiddle: arrangeAction('alignMiddle', needsTwo),
  alignBottom: arrangeAction('alignBottom', needsTwo),
  distributeAcross: arrangeAction('distributeAcross', needsThree),
  distributeDown: arrangeAction('distributeDown', needsThree),
  straighten: arrangeAction('straighten', needsEdge),
} as const satisfies Readonly<Record<Arrangement, ArrangeAction>>;

/** The canvas, and the store that tidies it up. */
export interface TidyTarget {
  readonly editor: Editor;
  readonly tidyUp: Pick<TidyUp, 'share' | 'tidy'>;
}

const tidyRefusal = ({ editor, tidyUp }: TidyTarget): ParseKeys | null => {
  if (tidyUp.share !== null) return 'arrange.tidying';
  return editor.document.nodeCount > 0 ? null : 'action.emptyCanvas';
};

/** Lays out the selected nodes, or all when fewer than two are selected. */
export const TIDY_ACTION: Action<TidyTarget> = {
  id: 'arrange.tidy',
  words: 'arrange.tidy',
  chords: [{ key: 't', alt: true }],
  whyNot: tidyRefusal,
  run: (target) => {
    if (tidyRefusal(target) !== null) return;
    const { document, selection } = target.editor;
    void target.tidyUp.tidy(selection.nodes.size > 1 ? selection.nodes : document.nodeIds);
  },
};
