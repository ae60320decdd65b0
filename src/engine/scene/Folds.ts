import { centreOfBox, contains, encloses, type Box } from '../geometry/box';
import type { Change } from '../document/Change';
import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';
import { boxOfNode } from '../nodes/boxOfNode';
import type { NodeKinds } from '../nodes/NodeKinds';

/** Whether something with this box is in a frame of that one: a card by its middle, another frame as a whole. */
export const isInside = (frame: Box, kinds: NodeKinds, node: FlowNode, box: Box): boolean =>
  kinds.isFrame(node) ? encloses(frame, box) : contains(frame, centreOfBox(box));

/** Ids that a folded frame lists itself; without a list, as other clients may write it, those of the nodes in its unfolded box. */
export function hiddenIdsOf(kinds: NodeKinds, frame: FlowNode, nodes: () => readonly FlowNode[]): readonly string[] {
  const { holds } = frame.data;
  if (Array.isArray(holds)) return holds.filter((id) => typeof id === 'string' && id !== frame.id);
  const box = boxOfNode(kinds, { ...frame, data: { ...frame.data, isFolded: false } });
  return nodes()
    .filter((node) => node.id !== frame.id && contains(box, centreOfBox(boxOfNode(kinds, node))))
    .map(({ id }) => id);
}

/** The members that decide what a folded frame hides: a title is typed letter by letter, and thousands may be hidden. */
const HIDING = ['holds', 'width', 'height'];

const hidesAsBefore = (before: FlowNode | undefined, now: FlowNode | undefined): boolean =>
  before !== undefined && now !== undefined && HIDING.every((member) => before.data[member] === now.data[member]);

const NOTHING: IdSet = new Set();

/** The id of the card that was shown for a node before, by the id of each node for which another one is shown now. */
export type Refolded = ReadonlyMap<string, string>;

const NONE: Refolded = new Map();

/** Whether a node that was seen before is hidden now. */
export const isFoldedAway = (folded: Refolded, id: string): boolean => folded.get(id) === id;

/** Folded frames, and the nodes that each hides: its card is shown for them, and their edges lead to it. */
export class Folds {
  readonly #document: GraphDocument;
  /** The folded frames as they were last looked at. */
  readonly #frames = new Map<string, FlowNode>();
  /** The frame whose card is shown for a hidden node, and which is not hidden itself; by the node's id. */
  #shownIds: ReadonlyMap<string, string> = new Map();
  /** The hidden nodes that are there, by the id of that frame. */
  #hidden: ReadonlyMap<string, Set<string>> = new Map();

  constructor(document: GraphDocument) {
    this.#document = document;
    for (const node of document.allNodes()) if (document.kinds.isFolded(node)) this.#frames.set(node.id, node);
    if (this.#frames.size > 0) this.#rebuild();
  }

  /** Nothing is hidden. */
  get isEmpty(): boolean {
    return this.#shownIds.size === 0;
  }

  isHidden(id: string): boolean {
    return this.#shownIds.has(id);
  }

  /** The card that is shown for a node: its own, or its folded frame's. */
  shownFor(node: FlowNode): FlowNode {
    const shownId = this.#shownIds.get(node.id);
    return shownId === undefined ? node : (this.#document.node(shownId) ?? node);
  }

  /** The id of the card that is shown for a node. */
  shownIdFor(id: string): string {
    return this.#shownIds.get(id) ?? id;
  }

  /** Whether an edge runs within one folded frame, where it is invisible. */
  hidesEdge({ source, target }: FlowEdge): boolean {
    return source === target ? this.isHidden(source) : this.shownIdFor(source) === this.shownIdFor(target);
  }

  /** Whether the document has this edge, and no fold hides it. */
  showsEdge(id: string): boolean {
    const edge = this.#document.edge(id);
    return edge !== undefined && !this.hidesEdge(edge);
  }

  /** Ids of the nodes that a frame hides. */
  hiddenBy(frameId: string): IdSet {
    return this.#hidden.get(frameId) ?? NOTHING;
  }

  /** Follows changes that have been applied. Returns the nodes that another card is shown for now; none for nearly all changes. */
  follow(changes: readonly Change[]): Refolded {
    let hasChanged = false;
    for (const change of changes) {
      if (change.type === 'addEdge' || change.type === 'removeEdge' || change.type === 'moveAll') continue;
      const id = 'node' in change ? change.node.id : change.id;
      if (change.type === 'addNode' || change.type === 'removeNode') this.#followHidden(id);
      const before = this.#frames.get(id);
      if (change.type === 'moveNode' && !before) continue;
      const node = this.#document.node(id);
      const now = node && this.#document.kinds.isFolded(node) ? node : undefined;
      if (!before && !now) continue;
      if (now) this.#frames.set(id, now);
      else this.#frames.delete(id);
      hasChanged ||= !hidesAsBefore(before, now);
    }
    if (!hasChanged) return NONE;
    const before = this.#shownIds;
    this.#rebuild();
    const changed = new Map<string, string>();
    for (const [id, shownId] of before) if (this.#shownIds.get(id) !== shownId) changed.set(id, shownId);
    for (const id of this.#shownIds.keys()) if (!before.has(id)) changed.set(id, id);
    return changed;
  }

  /** A hidden node may come or go by itself, as when another tab deletes it. */
  #followHidden(id: string): void {
    const shownId = this.#shownIds.get(id);
    const hidden = shownId === undefined ? undefined : this.#hidden.get(shownId);
    if (this.#document.node(id)) hidden?.add(id);
    else hidden?.delete(id);
  }

  #rebuild(): void {
    /** A frame that each hidden node is in, the inmost one or one farther out. */
    const frameIds = new Map<string, string>();
    const outermost = (id: string): string => {
      let shownId = id;
      for (let next = frameIds.get(id); next !== undefined; next = frameIds.get(next)) shownId = next;
      // The whole way leads there at once from now on: thousands of frames may be in one another.
      for (let at = id; at !== shownId;) {
        const next = frameIds.get(at) ?? shownId;
        frameIds.set(at, shownId);
        at = next;
      }
      return shownId;
    };
    for (const frame of this.#frames.values()) {
      // Never two frames that contain each other: nobody could unfold them.
      for (const id of hiddenIdsOf(this.#document.kinds, frame, () => this.#document.allNodes()))
        if (!frameIds.has(id) && outermost(frame.id) !== id) frameIds.set(id, frame.id);
    }
    const shownIds = new Map<string, string>();
    const hidden = new Map<string, Set<string>>();
    for (const id of frameIds.keys()) {
      const shownId = outermost(id);
      shownIds.set(id, shownId);
      const others = hidden.get(shownId) ?? new Set();
      hidden.set(shownId, others);
      if (this.#document.node(id)) others.add(id);
    }
    this.#shownIds = shownIds;
    this.#hidden = hidden;
  }
}
