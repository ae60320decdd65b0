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
  done: dialogAction('done', 'shell.done'),
  /** Stands where something could not be loaded. */
  tryAgain: dialogAction('tryAgain', 'shell.tryAgain'),
} as const;

/** Answers to what one panel or dialog asks, or says; their target gives the answer. */
export const ANSWER_ACTIONS = {
  startRun: dialogAction('startRun', 'runs.startKept'),
  goToNode: dialogAction('goToNode', 'madeOf.goTo'),
  drawAgain: dialogAction('drawAgain', 'list.seed'),
  takeNearest: dialogAction('takeNearest', 'nodeSettings.takeNearest'),
  leaveWords: dialogAction('leaveWords', 'writing.leave'),
  writeAgain: dialogAction('writeAgain', 'writing.again'),
  useWords: dialogAction('useWords', 'writing.use'),
  addText: dialogAction('addText', 'writing.addText'),
  addLists: dialogAction('addLists', 'writing.addLists'),
  deleteForGood: dialogAction('deleteForGood', 'deleteModal.delete'),
  backToNow: dialogAction('backToNow', 'history.back'),
  signOut: dialogAction('signOut', 'shell.signOut'),
  signOutWhenSaved: dialogAction('signOutWhenSaved', 'unsavedWork.wait'),
  saveFile: dialogAction('saveFile', 'unsavedWork.file'),
  leaveWork: dialogAction('leaveWork', 'unsavedWork.leave'),
  dropWork: dialogAction('dropWork', 'unsavedWork.drop'),
  keepAsProject: dialogAction('keepAsProject', 'save.keepAsProject'),
  takeAside: dialogAction('takeAside', 'save.takeAside'),
  copyToken: dialogAction('copyToken', 'tokens.copy'),
  revokeToken: dialogAction('revokeToken', 'tokens.revoke'),
  revokeNow: dialogAction('revokeNow', 'tokens.revokeNow'),
} as const;
