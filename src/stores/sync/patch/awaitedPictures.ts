import type { FlowNode, PendingChanges } from '../../../engine';
import type { PatchText } from '../../../api/projects';
import { pointerToken } from './Patch';

/**
 * A chosen picture whose url the server has yet to give. It goes up by itself, and a save leaves it out until then: as a
 * data URL it is longer than all other work together.
 */
export interface AwaitedPicture {
  /** Index of its node. */
  readonly index: number;
  readonly node: FlowNode;
  /** The node as saves have it meanwhile: with the value that the base has, or none. */
  readonly standIn: FlowNode;
  readonly picture: string;
}

export type AwaitedPictures = ReadonlyMap<string, AwaitedPicture>;

const NONE: AwaitedPictures = new Map();

/** The awaited pictures among the changes, by the ids of their nodes. */
export function awaitedPictures(changes: PendingChanges, isAwaited: (node: FlowNode) => boolean): AwaitedPictures {
  const { layout, touched } = changes.nodes;
  const ids = new Set<string>();
  for (const [id, { base, next }] of touched) {
    if (next && isAwaited(next) && next.data.value !== base?.data.value) ids.add(id);
  }
  if (ids.size === 0) return NONE;
  changes.settle();
  const came = new Map(Array.from(layout.came(), ({ id, index }) => [id, index]));
  const found = new Map<string, AwaitedPicture>();
  for (const [id, { base, at, next: node }] of touched) {
    if (!node || !ids.has(id)) continue;
    const { value: picture, ...others } = node.data;
    const data = base && 'value' in base.data ? { ...others, value: base.data.value } : others;
    const index = came.get(id) ?? layout.indexOf(at);
    found.set(id, { index, node, standIn: { ...node, data }, picture: picture as string });
  }
  return found;
}

/** More characters of pictures than this do not stand in the journal itself, which is written with each change. */
const IN_JOURNAL_MAX_CHARACTERS = 1024 * 1024;

/** Operations that put pictures back onto their nodes, and the pictures that are kept apart from them, by the ids of their nodes. */
interface NotedPictures {
  readonly text: PatchText;
  readonly apart: ReadonlyMap<string, string>;
}

/**
 * Whether the value of a journal's operation is a picture that is a record of its own, named after the picture's node. An earlier version
 * of this app takes the value that stands in for it.
 */
export const isOfPicture = <Operation extends object>(
  operation: Operation,
): operation is Operation & { readonly picture: string } =>
  'picture' in operation && typeof operation.picture === 'string';

/** Notes awaited pictures for the journal, after all other operations. */
export function notePictures(awaited: AwaitedPictures): NotedPictures {
  const apart = new Map<string, string>();
  let characters = 0;
  const operations = Array.from(awaited, ([id, { index, standIn, picture }]) => {
    const operation = { op: 'add', path: `/nodes${pointerToken(index)}/data/value`, value: picture } as const;
    characters += picture.length;
    if (characters <= IN_JOURNAL_MAX_CHARACTERS) return operation;
    apart.set(id, picture);
    return { ...operation, value: standIn.data.value ?? null, picture: id };
  });
  return { text: JSON.stringify(operations), apart };
}
