import { ACCOUNT_ACTIONS } from './accountActions';
import type { Action } from './Action';
import { ARRANGE_ACTIONS, TIDY_ACTION } from './arrangeActions';
import { CANVAS_ACTIONS, WIRING_ACTIONS, GO_TO_BOOKMARK_ACTIONS, KEEP_BOOKMARK_ACTIONS } from './canvasActions';
import { CLIPBOARD_ACTIONS } from './clipboardActions';
import { CHOOSE_COMPARED_ACTIONS, COMPARE_ACTIONS } from './compareActions';
import { ANSWER_ACTIONS, DIALOG_ACTIONS } from './dialogActions';
import { FIND_ACTIONS } from './findActions';
import { EXAMPLE_ACTIONS } from './exampleActions';
import { ADD_NOTE, COLOUR_ACTIONS, FRAME_ACTIONS } from './frameActions';
import { LIST_ACTIONS } from './listActions';
import { NODE_ACTIONS } from './nodeActions';
import { LANGUAGE_ACTIONS, THEME_ACTIONS } from './settingsActions';
import { CELL_ACTIONS, SHEET_ACTIONS } from './sheetActions';
import { OUTLINE_ACTIONS } from './outlineActions';
import { ADD_NODE, CLEAR_FILTERS, LIBRARY_ACTION, PANEL_ACTIONS } from './panelActions';
import { PICTURE_ACTIONS } from './pictureActions';
import { HOME_ACTIONS, RENAME_PROJECT } from './projectActions';
import { ROW_ACTIONS } from './rowActions';
import { RUN_ACTIONS } from './runActions';
import { STOP_ACTIONS } from './stopActions';
import { TAKE_ACTIONS } from './takeActions';
import { ONE_TAKE_ACTIONS, RATE_ACTIONS, TAKE_LIST_ACTIONS } from './takeListActions';
import { VERSION_ACTIONS } from './versionActions';
import { WALK_ACTIONS } from './walkActions';
import { WORKSPACE_ACTIONS } from './workspaceActions';
import { WRITING_ACTIONS } from './writingActions';

export { bindAction, KEY_PLACES, type Action, type ActionDetail, type BoundAction } from './Action';
export { ARRANGE_ACTIONS, TIDY_ACTION, type TidyTarget } from './arrangeActions';
export { CANVAS_ACTIONS, GO_TO_BOOKMARK_ACTIONS, KEEP_BOOKMARK_ACTIONS, type CanvasAction } from './canvasActions';
export { CLIPBOARD_ACTIONS, type ClipboardTarget } from './clipboardActions';
export { CHOOSE_COMPARED_ACTIONS, COMPARE_ACTIONS, COMPARED_MAX, type CompareTarget } from './compareActions';
export { ANSWER_ACTIONS, DIALOG_ACTIONS } from './dialogActions';
export { FIND_ACTIONS, type FindAction, type FindTarget } from './findActions';
export { EXAMPLE_ACTIONS, type ExampleTarget } from './exampleActions';
export { ADD_NOTE, COLOUR_ACTIONS, FRAME_ACTIONS } from './frameActions';
export { LIST_ACTIONS } from './listActions';
export { allActions, keyActions, menuActions, type ActionTargets, type MenuSubject } from './menuActions';
export { buttonOf, NODE_ACTIONS, type NodeAction, type NodeTarget, type NodeWork } from './nodeActions';
export { CELL_ACTIONS, SHEET_ACTIONS, type CellTarget, type SheetAction, type SheetTarget } from './sheetActions';
export { OUTLINE_ACTIONS, type OutlineAction, type OutlineTarget } from './outlineActions';
export { ADD_NODE, CLEAR_FILTERS, LIBRARY_ACTION, PANEL_ACTIONS } from './panelActions';
export { PICTURE_ACTIONS, solePicture, type PictureTarget } from './pictureActions';
export { ROW_ACTIONS, type RowTarget } from './rowActions';
export { RUN_ACTIONS, type RunAction, type RunTarget } from './runActions';
export { STOP_ACTIONS } from './stopActions';
export { TAKE_ACTIONS, type TakeAction, type TakesTarget } from './takeActions';
export { ONE_TAKE_ACTIONS, RATE_ACTIONS, TAKE_LIST_ACTIONS, type TakeTarget } from './takeListActions';
export { VERSION_ACTIONS } from './versionActions';
export { walk, WALK_ACTIONS, type WalkTarget } from './walkActions';
export { WORKSPACE_ACTIONS, type Dialogs, type WorkspaceAction } from './workspaceActions';
export type { WritingTarget } from './writingActions';

/** Every action, for any target. */
export const ACTIONS: readonly Omit<Action<never>, 'run' | 'whyNot'>[] = [
  ...Object.values(ACCOUNT_ACTIONS),
  ...Object.values(ANSWER_ACTIONS),
  ...Object.values(CANVAS_ACTIONS),
  ...Object.values(ARRANGE_ACTIONS),
  TIDY_ACTION,
  ...Object.values(CLIPBOARD_ACTIONS),
  ...Object.values(COMPARE_ACTIONS),
  ...CHOOSE_COMPARED_ACTIONS,
  ...Object.values(DIALOG_ACTIONS),
  ...EXAMPLE_ACTIONS,
  ...Object.values(FIND_ACTIONS),
  ...Object.values(FRAME_ACTIONS),
  ...COLOUR_ACTIONS,
  ADD_NOTE,
  ...Object.values(LIST_ACTIONS),
  ...Object.values(NODE_ACTIONS),
  ...Object.values(OUTLINE_ACTIONS),
  ...GO_TO_BOOKMARK_ACTIONS,
  ...KEEP_BOOKMARK_ACTIONS,
  ...PANEL_ACTIONS,
  LIBRARY_ACTION,
  ADD_NODE,
  CLEAR_FILTERS,
  ...Object.values(PICTURE_ACTIONS),
  RENAME_PROJECT,
  ...Object.values(HOME_ACTIONS),
  ...Object.values(ROW_ACTIONS),
  ...Object.values(RUN_ACTIONS),
  ...Object.values(STOP_ACTIONS),
  ...Object.values(LANGUAGE_ACTIONS),
  ...Object.values(THEME_ACTIONS),
  ...Object.values(SHEET_ACTIONS),
  ...Object.values(CELL_ACTIONS),
  ...Object.values(TAKE_ACTIONS),
  ...Object.values(TAKE_LIST_ACTIONS),
  ...Object.values(WALK_ACTIONS),
  ...Object.values(ONE_TAKE_ACTIONS),
  ...RATE_ACTIONS,
  ...Object.values(VERSION_ACTIONS),
  ...Object.values(WIRING_ACTIONS),
  ...Object.values(WORKSPACE_ACTIONS),
  ...Object.values(WRITING_ACTIONS),
];
