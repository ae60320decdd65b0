import { givenAction } from './Action';

/** The actions that all panels, dialogs and notices have alike. */
export const DIALOG_ACTIONS = {
  close: givenAction('dialog.close', 'shell.close', { chords: [{ key: 'Escape' }], within: 'panel' }),
  /** Closes what has asked, without an answer. */
  cancel: givenAction('dialog.cancel', 'shell.cancel'),
  done: givenAction('dialog.done', 'shell.done'),
  /** Stands where something could not be loaded. */
  tryAgain: givenAction('dialog.tryAgain', 'shell.tryAgain'),
} as const;

/** Answers to what one panel or dialog asks, or says. Their buttons fill in the blanks of their words. */
export const ANSWER_ACTIONS = {
  startRun: givenAction('dialog.startRun', 'runs.startKept'),
  goToNode: givenAction('dialog.goToNode', 'madeOf.goTo'),
  drawAgain: givenAction('dialog.drawAgain', 'list.seed'),
  takeNearest: givenAction('dialog.takeNearest', 'nodeSettings.takeNearest'),
  leaveWords: givenAction('dialog.leaveWords', 'writing.leave'),
  writeAgain: givenAction('dialog.writeAgain', 'writing.again'),
  useWords: givenAction('dialog.useWords', 'writing.use'),
  addText: givenAction('dialog.addText', 'writing.addText'),
  addLists: givenAction('dialog.addLists', 'writing.addLists'),
  showVersion: givenAction('dialog.showVersion', 'history.preview'),
  backToNow: givenAction('dialog.backToNow', 'history.back'),
  signOut: givenAction('dialog.signOut', 'shell.signOut'),
  signOutWhenSaved: givenAction('dialog.signOutWhenSaved', 'unsavedWork.wait'),
  saveFile: givenAction('dialog.saveFile', 'unsavedWork.file'),
  leaveWork: givenAction('dialog.leaveWork', 'unsavedWork.leave'),
  dropWork: givenAction('dialog.dropWork', 'unsavedWork.drop'),
  keepAsProject: givenAction('dialog.keepAsProject', 'save.keepAsProject'),
  takeAside: givenAction('dialog.takeAside', 'save.takeAside'),
  copyToken: givenAction('dialog.copyToken', 'tokens.copy'),
  revokeToken: givenAction('dialog.revokeToken', 'tokens.revoke'),
  revokeNow: givenAction('dialog.revokeNow', 'tokens.revokeNow'),
} as const;
