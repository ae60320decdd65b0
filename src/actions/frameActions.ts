import type { ParseKeys } from 'i18next';
import { FRAME_COLOURS, freeSpot, reveal, type Editor, type FrameColour, type Vector } from '../engine';
import type { Action } from './Action';
import { canvasAction, type CanvasAction } from './canvasActions';

/** The canvas, and the place of a new thing: a world point, in the middle of the view when omitted. */
interface PlaceTarget {
  readonly editor: Editor;
  readonly at?: Vector;
}

const needsNodes = ({ selection }: Editor): ParseKeys | null => (selection.nodes.size > 0 ? null : 'frames.noNode');
const needsFrame = ({ frames }: Editor): ParseKeys | null =>
  frames.selectedFrames.length > 0 ? null : 'frames.noFrame';
const needsSize = ({ frames }: Editor): ParseKeys | null => (frames.resizable ? null : 'frames.noSize');

/** The actions on frames and notes. */
export const FRAME_ACTIONS = {
  frame: canvasAction('frame', 'frames.frame', needsNodes),
  fold: canvasAction('fold', 'frames.fold', needsFrame),
  wider: canvasAction('wider', 'frames.wider', needsSize),
  narrower: canvasAction('narrower', 'frames.narrower', needsSize),
  taller: canvasAction('taller', 'frames.taller', needsSize),
  shorter: canvasAction('shorter', 'frames.shorter', needsSize),
} as const satisfies Readonly<Record<string, CanvasAction>>;

/** Gives the selected frames a colour. */
export const COLOUR_ACTIONS: readonly (CanvasAction & { readonly colour: FrameColour })[] = FRAME_COLOURS.map(
  (colour) => ({
    id: `frame.${colour}`,
    words: `frames.${colour}`,
    chords: [],
    colour,
    whyNot: needsFrame,
    run: ({ frames }) => frames.colourSelection(colour),
  }),
);

export const ADD_NOTE: Action<PlaceTarget> = {
  id: 'note.add',
  words: 'frames.note',
  chords: [],
  whyNot: () => null,
  run: ({ editor, at }) => {
    const size = editor.document.kinds.newSizeOf('note');
    const { x, y } = editor.view.freeMiddle();
    const wanted = { x: x - size.width / 2, y: y - size.height / 2 };
    const place = at ?? freeSpot(editor.scene, size, wanted);
    editor.addNode('note', null, place);
    // Its text waits for words: in a narrow window there may have been no room in view.
    reveal(editor.view, { ...place, ...size });
  },
};
