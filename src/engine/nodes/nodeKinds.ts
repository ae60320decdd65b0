import type { Flow, HandleFlow } from '../document/FlowEdge';

export type NodeType =
  'textPrompt' | 'imageUpload' | 'image' | 'category' | 'categoryItem' | 'text' | 'model' | 'video' | 'audio';

/** What is true of every node of a type, as data: a new kind is a row here, a body painter and its words. */
export interface NodeKind {
  readonly type: NodeType;
  /** What the type dot and the minimap show: words blue, pictures yellow, neither grey. */
  readonly colour: Flow | 'none';
  readonly inputs: readonly HandleFlow[];
  readonly output: Flow | null;
  /** The types of nodes that go into one of this kind when they are let go over it (commands/dropInto); none by default. */
  readonly takes?: readonly NodeType[];
}

/** Where their handles are: HANDLE-3. */
export const NODE_KINDS: readonly NodeKind[] = [
  { type: 'textPrompt', colour: 'text', inputs: [], output: 'text' },
  { type: 'imageUpload', colour: 'image', inputs: [], output: 'image' },
  { type: 'image', colour: 'image', inputs: ['text', 'image', 'video', 'audio'], output: 'image' },
  { type: 'category', colour: 'text', inputs: [], output: 'text', takes: ['categoryItem', 'text'] },
  { type: 'categoryItem', colour: 'text', inputs: [], output: 'text' },
  { type: 'text', colour: 'text', inputs: [], output: 'text' },
  { type: 'model', colour: 'text', inputs: [], output: 'text' },
  { type: 'video', colour: 'none', inputs: ['video'], output: null },
  { type: 'audio', colour: 'none', inputs: ['audio'], output: null },
];

const byType = new Map<string, NodeKind>(NODE_KINDS.map((kind) => [kind.type, kind]));

/** Undefined for a type of a newer version: such a node is drawn as a plain card and saved back unchanged. */
export const nodeKind = (type: string): NodeKind | undefined => byType.get(type);
