import type { ParseKeys } from 'i18next';
import type { Editor, FlowNode } from '../engine';
import { pictureToDescribe, textToImprove, type WritingTask } from '../stores/Writing';
import type { Action } from './Action';

/** The canvas, and the text model of its server. */
export interface WritingTarget {
  readonly editor: Editor;
  readonly ask: (task: WritingTask, nodeId: string) => void;
  /** False where no text model is set up on the server. */
  readonly isOffered: boolean;
}

export type WritingAction = Action<WritingTarget>;

function soleNode({ editor: { document, selection } }: WritingTarget): FlowNode | undefined {
  const [only] = selection.nodes;
  return selection.nodes.size === 1 && only !== undefined ? document.node(only) : undefined;
}

const needsModel = ({ isOffered }: WritingTarget): ParseKeys | null => (isOffered ? null : 'writing.noModel');
const needsText = (target: WritingTarget): ParseKeys | null =>
  textToImprove(target.editor, soleNode(target)) === null ? 'writing.needsText' : needsModel(target);
const needsPicture = (target: WritingTarget): ParseKeys | null =>
  pictureToDescribe(target.editor, soleNode(target)) === null ? 'madeOf.needsPicture' : needsModel(target);

/** Words from the server's text model, which are taken or left. */
export const WRITING_ACTIONS = {
  improve: {
    id: 'writing.improve',
    words: 'writing.improve',
    chords: [],
    whyNot: needsText,
    run: (target) => {
      const node = soleNode(target);
      if (node && needsText(target) === null) target.ask('improve', node.id);
    },
  },
  describe: {
    id: 'writing.describe',
    words: 'writing.describe',
    chords: [],
    whyNot: needsPicture,
    run: (target) => {
      const node = soleNode(target);
      if (node && needsPicture(target) === null) target.ask('describe', node.id);
    },
  },
} as const satisfies Readonly<Record<string, WritingAction>>;

/** Those that are about what the selected node holds: none for a node without words or picture. */
export function writingActionsFor(target: WritingTarget): readonly WritingAction[] {
  const node = soleNode(target);
  const { improve, describe } = WRITING_ACTIONS;
  if (textToImprove(target.editor, node) !== null) return [improve];
  return pictureToDescribe(target.editor, node) === null ? [] : [describe];
}
