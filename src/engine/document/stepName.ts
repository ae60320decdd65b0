import type { Change } from './Change';
import type { GraphDocument } from './GraphDocument';

export type StepKind =
  | 'add'
  | 'remove'
  | 'move'
  | 'connect'
  | 'disconnect'
  | 'reconnect'
  | 'convert'
  | 'write'
  | 'picture'
  | 'moveRow'
  | 'removeRow'
  | 'set';

/** The kind and size of an undoable step, for the app to say in words. */
export interface StepName {
  readonly kind: StepKind;
  /** Number of nodes, edges or rows of that kind of change; those that came along, such as edges of a removed node, are not counted. */
  readonly count: number;
}

type SetData = Extract<Change, { readonly type: 'setData' }>;

const TEXTS: readonly string[] = ['value', 'name'];
const SIZES: readonly string[] = ['width', 'height'];

const isResize = ({ data }: SetData): boolean => Object.keys(data).every((key) => SIZES.includes(key));

/** Names the step by the most important of the changes that took effect; an edit needs no name of its own. */
export function stepName(document: GraphDocument, changes: readonly Change[]): StepName {
  const counts = new Map<Change['type'], number>();
  for (const { type } of changes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const of = (type: Change['type']): number => counts.get(type) ?? 0;

  // A row that was its category's last one removes that, so that no change of the row itself is left.
  const isRow = of('addRow') > 0 || (of('addNode') > 0 && of('removeRow') + of('removeNode') > 0);
  if (isRow) return { kind: 'moveRow', count: Math.max(of('addRow'), of('addNode'), of('removeRow')) };
  if (of('removeRow') > 0) return { kind: 'removeRow', count: of('removeRow') };
  if (of('replaceNode') > 0) return { kind: 'convert', count: of('replaceNode') };
  if (of('addNode') > 0) return { kind: 'add', count: of('addNode') };
  if (of('removeNode') > 0) return { kind: 'remove', count: of('removeNode') };
  if (of('addEdge') > 0) return { kind: of('removeEdge') > 0 ? 'reconnect' : 'connect', count: of('addEdge') };
  if (of('removeEdge') > 0) return { kind: 'disconnect', count: of('removeEdge') };
  if (of('setRow') > 0) return { kind: 'write', count: 1 };
  const settings = changes.filter((change) => change.type === 'setData');
  // Frames grow around what is moved in them, and their corner may move by that.
  const resized = new Set(settings.filter(isResize).map(({ id }) => id));
  const moved = changes.filter((change) => change.type === 'moveNode' && !resized.has(change.id)).length;
  const set = settings.find((change) => moved === 0 || !isResize(change));
  if (!set) return { kind: 'move', count: of('moveAll') > 0 ? document.nodeCount : moved };
  const count = new Set(settings.map(({ id }) => id)).size;
  if (!Object.keys(set.data).some((key) => TEXTS.includes(key))) return { kind: 'set', count };
  return { kind: document.kinds.of(document.node(set.id)?.type ?? '')?.pictureOf ? 'picture' : 'write', count };
}
