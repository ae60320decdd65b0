import {
  edgeId,
  fragmentBox,
  snap,
  SNAP_GRID,
  type Editor,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type Fragment,
  type NodeKinds,
  type PaletteEntry,
} from '../../engine';
import { modelsOf } from '../catalogue';
import type { ExampleFlow, ExampleWords } from './exampleFlows';

/** Translates words of an example into the person's language. */
export type Say = (words: ExampleWords) => string;

/** The example flow as a fragment that can be pasted. */
export function exampleFragment({ nodes, edges }: ExampleFlow, kinds: NodeKinds, say: Say): Fragment {
  const kindOf = (panel: Flow, from: PaletteEntry['from']): string =>
    kinds.all.find(({ palette }) => palette?.panel === panel && palette.from === from)?.type ?? '';
  const model = modelsOf('image').find(({ available }) => available)?.name ?? null;
  return {
    nodes: Object.entries(nodes).map(([id, { x, y, words }]): FlowNode => ({
      id,
      position: { x, y },
      ...(words === undefined
        ? { type: kindOf('image', 'model'), data: { model, data: null } }
        : { type: kindOf('text', 'person'), data: { model: null, data: null, value: say(words) } }),
    })),
    edges: edges.map(([source, target, type]): FlowEdge => ({
      id: edgeId(source, target),
      source,
      target,
      sourceHandle: `${type}-right`,
      targetHandle: `${type}-left`,
      type,
    })),
    outer: [],
  };
}

/** Puts an example in the middle of the view, whole and in one undoable step. */
export function addExample(editor: Editor, flow: ExampleFlow, say: Say): void {
  const { kinds } = editor.document;
  const fragment = exampleFragment(flow, kinds, say);
  const box = fragmentBox(fragment, kinds);
  if (!box) return;
  const middle = editor.view.freeMiddle();
  const by = { x: middle.x - box.width / 2 - box.x, y: middle.y - box.height / 2 - box.y };
  editor.addFragment(fragment, snap(by, SNAP_GRID));
  // It is there to be looked at, so nothing is selected.
  editor.select({});
  editor.fit();
}
