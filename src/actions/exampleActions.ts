import type { Editor } from '../engine';
import { addExample, type Say } from '../stores/examples/addExample';
import { EXAMPLE_FLOWS, type ExampleFlow } from '../stores/examples/exampleFlows';
import type { Action } from './Action';

/** The canvas, and the words of the person's language. */
export interface ExampleTarget {
  readonly editor: Editor;
  readonly say: Say;
}

export interface ExampleAction extends Action<ExampleTarget> {
  readonly flow: ExampleFlow;
}

const whyNot = ({ editor }: ExampleTarget): ReturnType<ExampleAction['whyNot']> =>
  editor.document.nodeCount === 0 ? null : 'example.notEmpty';

/** The examples that an empty canvas offers. */
export const EXAMPLE_ACTIONS: readonly ExampleAction[] = EXAMPLE_FLOWS.map((flow) => ({
  id: `example.${flow.id}`,
  words: flow.title,
  chords: [],
  flow,
  whyNot,
  run: (target) => {
    if (whyNot(target) === null) addExample(target.editor, flow, target.say);
  },
}));
