import type { ParseKeys } from 'i18next';
import type { FlowStore } from '../../../stores/flow/FlowStore';

/** The next steps in a gesture, by the tool's state. */
const DURING: Readonly<Record<string, ParseKeys>> = {
  'select.dragging': 'hint.dragging',
  'select.connecting': 'hint.connecting',
  'select.joining': 'hint.joining',
  'select.cutting': 'hint.cutting',
  'select.reconnecting': 'hint.reconnecting',
  'select.resizing': 'hint.resizing',
  'select.marqueeSelecting': 'hint.marquee',
  'select.draggingRow': 'hint.row',
  'select.keyboardConnecting': 'hint.keyboardConnecting',
};

/** Hints about a drag while the key of a tool is held. */
const HELD: Readonly<Record<NonNullable<FlowStore['heldTool']>, ParseKeys>> = {
  pan: 'hint.heldPan',
  cut: 'hint.heldCut',
  join: 'hint.heldJoin',
  feeders: 'hint.heldFeeders',
  fed: 'hint.heldFed',
};

/** The same hints without the keys, which fingers do not have. */
const BY_TOUCH: Partial<Record<ParseKeys, ParseKeys>> = {
  'hint.dragging': 'hint.draggingTouch',
  'hint.intoCategory': 'hint.intoCategoryTouch',
  'hint.insert': 'hint.insertTouch',
  'hint.resizing': 'hint.resizingTouch',
  'hint.connecting': 'hint.connectingTouch',
  'hint.reconnecting': 'hint.reconnectingTouch',
  'hint.marquee': 'hint.marqueeTouch',
  'hint.row': 'hint.rowTouch',
  'hint.editing': 'hint.editingTouch',
  'hint.writing': 'hint.writingTouch',
};

const wordsFor = (hint: ParseKeys | null, isTouched: boolean): ParseKeys | null =>
  (hint && isTouched && BY_TOUCH[hint]) || hint;

function hintDuring({ state, preview, heldTool }: FlowStore): ParseKeys | null {
  if (preview.dropTargetId !== null) return 'hint.intoCategory';
  if (preview.insertEdgeId !== null) return 'hint.insert';
  return DURING[state] ?? (heldTool && HELD[heldTool]);
}

/** The hint about the gesture under way, or about the one that a held key begins; null for none. */
export const gestureHint = (flow: FlowStore, isTouched: boolean): ParseKeys | null =>
  wordsFor(hintDuring(flow), isTouched);

function writingHint({ editing, editor }: FlowStore): ParseKeys | null {
  if (!editing) return null;
  const written = editing.name === 'value' ? editor.document.node(editing.nodeId) : undefined;
  return written && editor.document.kinds.of(written.type)?.mentions ? 'hint.writing' : 'hint.editing';
}

function nodeHint(flow: FlowStore, nodeId: string, isTouched: boolean): ParseKeys {
  const { scene, document } = flow.editor;
  const { kinds } = document;
  const node = flow.node(nodeId);
  if (node && kinds.isFrame(node)) return isTouched ? 'hint.frameTouch' : 'hint.frame';
  const isJoinable = node && kinds.handlesOf(node).length > 0;
  if (isTouched) return isJoinable ? 'hint.nodeTouch' : 'hint.noteTouch';
  if (node && scene.frameOf(node)) return 'hint.framed';
  if (!isJoinable) return 'hint.note';
  return kinds.of(node.type)?.writesOn ? 'hint.text' : 'hint.node';
}

/** The hint about what is selected or written; null for an empty canvas. */
export function idleHint(flow: FlowStore, isTouched: boolean): ParseKeys | null {
  const { nodeCount, selection } = flow;
  const [nodeId] = selection.nodes;
  const writing = wordsFor(writingHint(flow), isTouched);
  if (writing || nodeCount === 0) return writing;
  if (selection.nodes.size + selection.edges.size > 1) return isTouched ? 'hint.severalTouch' : 'hint.several';
  if (nodeId !== undefined) return nodeHint(flow, nodeId, isTouched);
  if (selection.edges.size === 1) return isTouched ? 'hint.edgeTouch' : 'hint.edge';
  return isTouched ? 'hint.idleTouch' : 'hint.idle';
}
