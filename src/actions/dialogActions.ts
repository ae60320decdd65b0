import type { ParseKeys } from 'i18next';
import type { Action } from './Action';

const dialogAction = (name: string, words: ParseKeys, chords: Action<never>['chords'] = []): Action<() => void> => ({
  id: `dialog.${name}`,
  words,
  chords,
  within: 'panel',
  whyNot: () => null,
  run: (act) => act(),
});

/** The actions that all panels, dialogs and notices have alike. Their target does what is meant where they stand. */
export const DIALOG_ACTIONS = {
  close: dialogAction('close', 'shell.close', [{ key: 'Escape' }]),
  /** Closes what has asked, without an answer. */
  cancel: dialogAction('cancel', 'shell.cancel'),
  /** Stands where something could not be loaded. */
  tryAgain: dialogAction('tryAgain', 'shell.tryAgain'),
} as const;
