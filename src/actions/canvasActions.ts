import type { ParseKeys } from 'i18next';
import { MAX_ZOOM, MIN_ZOOM, SHORTCUTS, type Editor, type Shortcut, type StepName } from '../engine';
import type { Action, ActionDetail } from './Action';

export type CanvasAction = Action<Editor>;

const ready = (): null => null;
const needsSelection = ({ selection: { nodes, edges } }: Editor): ParseKeys | null =>
  nodes.size + edges.size > 0 ? null : 'action.nothingSelected';
const needsNodes = ({ document }: Editor): ParseKeys | null =>
  document.nodeIds.size > 0 ? null : 'action.emptyCanvas';

const stepDetail = (step: StepName | null): ActionDetail | null =>
  step && { words: `step.${step.kind}`, count: step.count };

/** An action that the engine runs and has the keys of; the words, and when it is off, are given here. */
export function canvasAction(
  name: keyof typeof SHORTCUTS,
  words: ParseKeys,
  whyNot: CanvasAction['whyNot'],
): CanvasAction {
  const { chords, run }: Shortcut = SHORTCUTS[name];
  return {
    id: `canvas.${name}`,
    words,
    chords,
    whyNot,
    run: (editor) => {
      if (whyNot(editor) === null) run(editor);
    },
  };
}

/** Actions on the canvas as a whole, or on its selection. */
export const CANVAS_ACTIONS = {
  undo: {
    ...canvasAction('undo', 'toolbar.undo', ({ canUndo }) => (canUndo ? null : 'toolbar.nothingToUndo')),
    detail: ({ steps }) => stepDetail(steps.undoStep),
  },
  redo: {
    ...canvasAction('redo', 'toolbar.redo', ({ canRedo }) => (canRedo ? null : 'toolbar.nothingToRedo')),
    detail: ({ steps }) => stepDetail(steps.redoStep),
  },
  selectAll: canvasAction('selectAll', 'action.selectAll', needsNodes),
  open: canvasAction('open', 'action.open', needsSelection),
  remove: canvasAction('remove', 'canvas.deleteSelection', needsSelection),
  deselect: {
    id: 'canvas.deselect',
    words: 'canvas.clearSelection',
    // The canvas itself takes this key: it gives up a gesture first.
    chords: [{ key: 'Escape' }],
    whyNot: needsSelection,
    run: (editor) => editor.select({}),
  },
  zoomIn: canvasAction('zoomIn', 'canvas.zoomIn', ({ view }) =>
    view.viewport.zoom < MAX_ZOOM ? null : 'action.nearest',
  ),
  zoomOut: canvasAction('zoomOut', 'canvas.zoomOut', ({ view }) =>
    view.viewport.zoom > MIN_ZOOM ? null : 'action.farthest',
  ),
  zoomReset: canvasAction('zoomReset', 'action.zoomReset', ready),
  fit: canvasAction('fit', 'canvas.fit', needsNodes),
  fitSelection: canvasAction('fitSelection', 'canvas.fitSelection', needsSelection),
} as const satisfies Readonly<Record<string, CanvasAction>>;
