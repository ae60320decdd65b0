import type { ParseKeys } from 'i18next';
import { isInMode, type Editor, type NodeMode } from '../engine';
import { canvasAction, type CanvasAction } from './canvasActions';

const needsNode = ({ selection }: Editor): ParseKeys | null =>
  selection.nodes.size > 0 ? null : 'action.nothingSelected';

/** Puts the selected nodes into a mode, or takes them out of it; `none`: why, where no selected node can be in it. */
const modeAction = (mode: NodeMode, none: ParseKeys): CanvasAction => ({
  ...canvasAction(mode, `mode.${mode}`, (editor) => {
    const {
      document,
      selection: { nodes },
    } = editor;
    const isNone = isInMode(document, nodes, mode) === null;
    return nodes.size > 0 && isNone ? none : needsNode(editor);
  }),
  isOn: ({ document, selection }) => isInMode(document, selection.nodes, mode) === true,
});

/** The actions that change how words and pictures pass through the selected nodes. */
export const WIRING_ACTIONS = {
  mute: modeAction('mute', 'mode.noneMutes'),
  bypass: modeAction('bypass', 'mode.noneBypasses'),
  freeze: modeAction('freeze', 'mode.noneFreezes'),
  feeders: canvasAction('feeders', 'wired.feeders', needsNode),
  reroute: canvasAction('reroute', 'wired.reroute', ({ selection: { nodes, edges } }) =>
    nodes.size === 0 && edges.size === 1 ? null : 'wired.needsEdge',
  ),
  fed: canvasAction('fed', 'wired.fed', needsNode),
} as const satisfies Readonly<Record<string, CanvasAction>>;
