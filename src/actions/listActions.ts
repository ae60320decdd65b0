import type { ParseKeys } from 'i18next';
import { toggleListMode, type Editor, type ListPart } from '../engine';
import type { Action } from './Action';

/** A list of an open canvas, by its row or its free item. */
export interface ListTarget {
  readonly editor: Editor;
  readonly list: Omit<ListPart, 'part'>;
}

const turn = (part: ListPart['part'], words: ParseKeys): Action<ListTarget> => ({
  id: `list.${part}`,
  words,
  chords: [],
  whyNot: () => null,
  run: ({ editor, list }) => editor.apply(toggleListMode(editor.document, { ...list, part })),
});

/** Switches whether a list's words go together or one by one, and in which pair. Each is an edit that can be undone. */
export const LIST_ACTIONS = {
  each: turn('each', 'list.each'),
  pair: turn('pair', 'list.pair'),
} as const satisfies Readonly<Record<string, Action<ListTarget>>>;
