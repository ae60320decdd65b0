import type { ProjectStore } from '../stores/ProjectStore';
import type { Action } from './Action';

/** Begins to edit the open project's name where it is shown. */
export const RENAME_PROJECT: Action<Pick<ProjectStore, 'setRenaming'>> = {
  id: 'project.rename',
  words: 'commandBar.rename',
  chords: [],
  whyNot: () => null,
  run: (project) => project.setRenaming(true),
};
