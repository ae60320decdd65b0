import type { Action } from './Action';
import { CANVAS_ACTIONS } from './canvasActions';
import { CLIPBOARD_ACTIONS } from './clipboardActions';
import { NODE_ACTIONS } from './nodeActions';

export { bindAction, type Action } from './Action';
export { CANVAS_ACTIONS, type CanvasAction } from './canvasActions';
export { CLIPBOARD_ACTIONS, type ClipboardTarget } from './clipboardActions';
export { buttonOf, NODE_ACTIONS, type NodeAction, type NodeTarget, type NodeWork } from './nodeActions';

/** Every action, whatever it is done to. */
export const ACTIONS: readonly Omit<Action<never>, 'run' | 'whyNot'>[] = [
  ...Object.values(CANVAS_ACTIONS),
  ...Object.values(CLIPBOARD_ACTIONS),
  ...Object.values(NODE_ACTIONS),
];
