import type { TFunction } from 'i18next';
import {
  promptOf,
  type FlowNode,
  type NodeKinds,
  type TextField,
  judgeConnection,
  type GraphDocument,
  type HandleRef,
} from '../../../engine';
import type { OutlineRow } from '../../../stores/flow/OutlineStore';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { nodeTitle } from '../../../engine/konva';
import { kindWord } from '../accessible/nodeName';

/** More inputs than this are only counted. */
const NAMED_MAX = 2;

/** `promptOf` for an observer: tracks the nodes that it is made of. */
function promptIn(flow: FlowStore, node: FlowNode): string {
  const { document, scene } = flow.editor;
  const isCalledByInput = document.kinds.of(node.type)?.calledBy === 'input';
  if (!isCalledByInput && !scene.mentioning.has(node.id)) return '';
  flow.edgesAt(node.id);
  const texts = [node.id, ...document.edgesInto(node.id).map(({ source }) => source)];
  for (const text of texts) for (const id of [text, ...scene.mentioning.mentionedBy(text)]) flow.node(id);
  return promptOf(document, node);
}

/** Name of a node in a line, for an observer: its title, else its kind. */
export const lineTitle = (flow: FlowStore, node: FlowNode, t: TFunction): string =>
  nodeTitle(flow.editor.document.kinds, node, promptIn(flow, node)) ||
  kindWord(flow.editor.document.kinds, node.type, t);

/** 'a cat asleep, a photo and 3 more', for an observer; '' for none. If there are others, a first one that is called `said` is left out. */
export function inputNames(flow: FlowStore, nodeId: string, t: TFunction, said = ''): string {
  flow.edgesAt(nodeId);
  const sources = flow.editor.document.edgesInto(nodeId).map(({ source }) => flow.node(source));
  const [first] = sources;
  if (sources.length > 1 && first && lineTitle(flow, first, t) === said) sources.shift();
  const names = sources
    .slice(0, NAMED_MAX)
    .flatMap((source) => (source ? lineTitle(flow, source, t) : []))
    .join(', ');
  return sources.length > NAMED_MAX ? t('outline.more', { names, count: sources.length - NAMED_MAX }) : names;
}

/** The text that a line edits; null without one. */
export function textOfLine(kinds: NodeKinds, node: FlowNode, { part }: OutlineRow): TextField | null {
  if (part?.type === 'item') return { nodeId: node.id, rowId: part.id, name: 'value' };
  // A node with rows is edited by its rows.
  if (part || kinds.of(node.type)?.rowType !== undefined) return null;
  const fields = kinds.layoutOf(node).fields.filter(({ isReadOnly }) => isReadOnly !== true);
  const field = fields.find(({ name }) => name === 'value') ?? fields[0];
  return field ? { nodeId: node.id, name: field.name } : null;
}

/** The handles by which one node feeds another; null where none fit. */
export function fittingPair(
  document: GraphDocument,
  fromId: string,
  toId: string,
): { readonly source: HandleRef; readonly target: HandleRef } | null {
  const [from, to] = [document.node(fromId), document.node(toId)];
  if (!from || !to) return null;
  for (const { id, side } of document.kinds.handlesOf(from)) {
    if (side !== 'output') continue;
    const source = { nodeId: fromId, handleId: id };
    for (const handle of document.kinds.handlesOf(to)) {
      const target = { nodeId: toId, handleId: handle.id };
      if (judgeConnection(document, source, target).isAllowed) return { source, target };
    }
  }
  return null;
}
