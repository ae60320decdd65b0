import type { ParseKeys } from 'i18next';
import { MAX_ZOOM, MIN_ZOOM, selectedRuns, SHORTCUTS, type Editor, type Shortcut } from '../engine';
import type { Action } from './Action';

export type CanvasAction = Action<Editor>;

const ready = (): null => null;
const needsSelection = ({ selection: { nodes, edges } }: Editor): ParseKeys | null =>
  nodes.size + edges.size > 0 ? null : 'action.nothingSelected';
const needsNodes = ({ document }: Editor): ParseKeys | null =>
  document.nodeIds.size > 0 ? null : 'action.emptyCanvas';

/** Why no image node of the selection can be run now; null when one can. */
function selectedRunRefusal(editor: Editor): ParseKeys | null {
  const runs = selectedRuns(editor);
  if (!runs) return 'action.tooManyToRun';
  if (runs.images === 0) return 'action.noImageSelected';
  if (runs.ready.length > 0) return null;
  return runs.underWay.length === runs.images ? 'action.runsAlready' : 'node.runNeedsLeft';
}

/** The engine runs it and knows its keys; the words, and when it is off, are ours. */
function canvasAction(name: keyof typeof SHORTCUTS, words: ParseKeys, whyNot: CanvasAction['whyNot']): CanvasAction {
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

/** What is done to the canvas as a whole, or to what is selected on it. */
export const CANVAS_ACTIONS = {
  undo: canvasAction('undo', 'toolbar.undo', ({ canUndo }) => (canUndo ? null : 'toolbar.nothingToUndo')),
  redo: canvasAction('redo', 'toolbar.redo', ({ canRedo }) => (canRedo ? null : 'toolbar.nothingToRedo')),
  selectAll: canvasAction('selectAll', 'action.selectAll', needsNodes),
  open: canvasAction('open', 'action.open', needsSelection),
  runSelected: canvasAction('runSelected', 'action.runSelected', selectedRunRefusal),
  remove: canvasAction('remove', 'canvas.deleteSelection', needsSelection),
  deselect: {
    id: 'canvas.deselect',
    words: 'canvas.clearSelection',
    // The canvas itself takes this key: it first gives up a gesture.
    chords: [{ key: 'Escape' }],
    whyNot: needsSelection,
    run: (editor) => editor.select({}),
  },
  zoomIn: canvasAction('zoomIn', 'canvas.zoomIn', ({ viewport }) =>
    viewport.camera.zoom < MAX_ZOOM ? null : 'action.nearest',
  ),
  zoomOut: canvasAction('zoomOut', 'canvas.zoomOut', ({ viewport }) =>
    viewport.camera.zoom > MIN_ZOOM ? null : 'action.farthest',
  ),
  zoomReset: canvasAction('zoomReset', 'action.zoomReset', ready),
  fit: canvasAction('fit', 'canvas.fit', needsNodes),
  fitSelection: canvasAction('fitSelection', 'canvas.fitSelection', needsSelection),
} as const satisfies Readonly<Record<string, CanvasAction>>;
