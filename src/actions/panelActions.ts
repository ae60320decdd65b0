import { FLOW_NAMES } from '../engine';
import type { PanelStore, PanelType } from '../stores/PanelStore';
import { ALL_PICTURES, type LibraryStore } from '../stores/takes/LibraryStore';
import { givenAction, type Action } from './Action';

type PanelTarget = Pick<PanelStore, 'openType' | 'toggle'>;

export interface PanelAction extends Action<PanelTarget> {
  readonly type: PanelType;
}

/** Open and close the panel of each flow. */
export const PANEL_ACTIONS: readonly PanelAction[] = FLOW_NAMES.map((type) => ({
  id: `panel.${type}`,
  words: `flows.${type}.panel`,
  chords: [],
  type,
  isOn: ({ openType }) => openType === type,
  whyNot: () => null,
  run: (panel) => panel.toggle(type),
}));

/** Opens and closes the library. */
export const LIBRARY_ACTION: Action<Pick<LibraryStore, 'isOpen' | 'toggle'>> = {
  id: 'panel.library',
  words: 'library.name',
  chords: [],
  isOn: ({ isOpen }) => isOpen,
  whyNot: () => null,
  run: (library) => library.toggle(),
};

/** Puts a node of a panel, or of the command bar, onto the canvas. */
export const ADD_NODE = givenAction('palette.add', 'panel.dragHint');

/** Lets the library show all pictures again, of the same projects. */
export const CLEAR_FILTERS: Action<Pick<LibraryStore, 'filter' | 'choose'>> = {
  id: 'library.clear',
  words: 'library.clear',
  chords: [],
  whyNot: () => null,
  run: (library) => library.choose({ ...ALL_PICTURES, of: library.filter.of }),
};
