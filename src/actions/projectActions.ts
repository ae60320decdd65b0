import type { ProjectStore } from '../stores/ProjectStore';
import { givenAction, type Action } from './Action';

/** Begins to edit the open project's name where it is shown. */
export const RENAME_PROJECT: Action<Pick<ProjectStore, 'setRenaming'>> = {
  id: 'project.rename',
  words: 'commandBar.rename',
  chords: [],
  whyNot: () => null,
  run: (project) => project.setRenaming(true),
};

/** The actions of the projects page and of the page before it. Their buttons fill in the blanks of their words. */
export const HOME_ACTIONS = {
  logIn: givenAction('home.logIn', 'shell.logIn'),
  signIn: givenAction('home.signIn', 'signIn.google'),
  myPage: givenAction('home.myPage', 'dashboard.myPage'),
  models: givenAction('home.models', 'dashboard.more'),
  all: givenAction('home.all', 'dashboard.allProjects'),
  more: givenAction('home.more', 'dashboard.moreProjects'),
  create: givenAction('home.create', 'dashboard.create'),
  rename: givenAction('home.rename', 'dashboard.renameProject'),
  duplicate: givenAction('home.duplicate', 'dashboard.duplicateProject'),
  remove: givenAction('home.remove', 'deleteModal.delete'),
} as const;
