import type { ParseKeys } from 'i18next';
import type { Editor } from '../engine';
import type { Writing, WritingTask } from '../stores/Writing';
import type { Action } from './Action';

/** The canvas, and the text model of its server. */
export interface WritingTarget {
  readonly editor: Editor;
  readonly sourceOf: Writing['sourceOf'];
  readonly ask: (task: WritingTask, nodeId: string) => void;
  /** False where no text model is set up on the server. */
  readonly isOffered: boolean;
}

export type WritingAction = Action<WritingTarget>;

/** The node that is selected alone, where the text model has something to do with it. */
function soleSource({ editor: { selection }, sourceOf }: WritingTarget, task: WritingTask): string | null {
  const [only] = selection.nodes;
  return selection.nodes.size === 1 && only !== undefined && sourceOf(task, only) !== null ? only : null;
}

function writingAction(task: WritingTask, missing: ParseKeys): WritingAction {
  const whyNot = (target: WritingTarget): ParseKeys | null => {
    if (soleSource(target, task) === null) return missing;
    return target.isOffered ? null : 'writing.noModel';
  };
  return {
    id: `writing.${task}`,
    words: `writing.${task}`,
    chords: [],
    whyNot,
    run: (target) => {
      const nodeId = soleSource(target, task);
      if (nodeId !== null && whyNot(target) === null) target.ask(task, nodeId);
    },
  };
}

/** Words from the server's text model, which are taken or left. */
export const WRITING_ACTIONS = {
  improve: writingAction('improve', 'writing.needsText'),
  describe: writingAction('describe', 'madeOf.needsPicture'),
} as const satisfies Readonly<Record<WritingTask, WritingAction>>;

/** Those that are about what the selected node holds: none for a node without words or picture. */
export function writingActionsFor(target: WritingTarget): readonly WritingAction[] {
  const tasks: readonly WritingTask[] = ['improve', 'describe'];
  return tasks.filter((task) => soleSource(target, task) !== null).map((task) => WRITING_ACTIONS[task]);
}
