import type { Framed } from '../document/Framed';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { Box } from '../geometry/box';
import { boxOfNode } from '../nodes/boxOfNode';
import { hiddenIdsOf, isInside, type Folds } from './Folds';
import { readingOrder } from './readingOrder';

/** The parts of an index that are asked: the nodes at a place that no folded frame hides. */
interface Places {
  readonly folds: Folds;
  readonly nodeIdsIn: (box: Box) => readonly string[];
}

const NONE: readonly string[] = [];

/** Finds the pictures in frames by the index of a scene, and remembers them until the document changes. */
export class FramedPictures implements Framed {
  readonly #document: GraphDocument;
  readonly #places: Places;
  readonly #known = new Map<string, readonly string[]>();
  #version = -1;

  constructor(document: GraphDocument, places: Places) {
    this.#document = document;
    this.#places = places;
  }

  picturesIn(frameId: string): readonly string[] {
    const view = this.#document.nodeView(frameId);
    if (!view || !this.#isAnyFrame(view.item)) return NONE;
    const { version } = this.#document;
    if (version !== this.#version) this.#known.clear();
    this.#version = version;
    let ids = this.#known.get(frameId);
    if (ids === undefined) this.#known.set(frameId, (ids = this.#pictures(frameId)));
    return ids;
  }

  framesAround(nodeId: string): readonly string[] {
    const node = this.#document.node(nodeId);
    if (!node || !this.#isPicture(node)) return NONE;
    const near = this.framesNear(nodeId, boxOfNode(this.#document.kinds, node));
    return Array.from(new Set(near)).filter((id) => this.picturesIn(id).includes(nodeId));
  }

  /** Ids of the frames with edges that a node with this box may stand in, whether it is there (any more) or not. */
  framesNear(nodeId: string, box: Box): readonly string[] {
    const { folds } = this.#places;
    const shown = this.#document.node(folds.shownIdFor(nodeId));
    if (!shown || !folds.isHidden(nodeId)) return this.#framesIn(this.#places.nodeIdsIn(box));
    const around = this.#places.nodeIdsIn(boxOfNode(this.#document.kinds, shown));
    return this.#framesIn([...around, ...folds.hiddenBy(shown.id)]);
  }

  #framesIn(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => this.#hasEdges(id));
  }

  #hasEdges(frameId: string): boolean {
    const view = this.#document.nodeView(frameId);
    return view !== undefined && view.outOf.length > 0 && this.#isAnyFrame(view.item);
  }

  #pictures(frameId: string): readonly string[] {
    const frame = this.#document.node(frameId);
    if (!frame) return NONE;
    const nodes = Array.from(new Set(this.#within(frame))).flatMap((id) => this.#document.node(id) ?? []);
    // The index answers in no order: of two at one place the first one in the document comes first.
    const inOrder = nodes
      .filter((node) => this.#isPicture(node))
      .toSorted((one, other) => this.#document.orderOf(one.id) - this.#document.orderOf(other.id));
    return readingOrder(inOrder).map(({ id }) => id);
  }

  #within(frame: FlowNode): readonly string[] {
    const standing = this.#document.kinds.isFolded(frame) ? this.#hiddenBy(frame) : this.#contentOf(frame);
    return [...standing, ...this.#foldedAmong(standing).flatMap((node) => this.#hiddenBy(node))];
  }

  #contentOf(frame: FlowNode): readonly string[] {
    const { kinds } = this.#document;
    const box = boxOfNode(kinds, frame);
    return this.#beside(frame, box).filter((id) => {
      const node = id === frame.id ? undefined : this.#document.node(id);
      return node !== undefined && isInside(box, kinds, node, boxOfNode(kinds, node));
    });
  }

  /** Ids of what stands where the frame does, as if the folded frame that hides it were open. */
  #beside(frame: FlowNode, box: Box): readonly string[] {
    const { folds } = this.#places;
    if (!folds.isHidden(frame.id)) return this.#places.nodeIdsIn(box);
    const shownId = folds.shownIdFor(frame.id);
    const around = this.#foldedAmong([shownId, ...folds.hiddenBy(shownId)])
      .map((node) => this.#hiddenBy(node))
      .filter((ids) => ids.includes(frame.id));
    const innermost = around.reduce((least, ids) => (ids.length < least.length ? ids : least), around[0] ?? []);
    const hidden = new Set(this.#foldedAmong(innermost).flatMap((node) => this.#hiddenBy(node)));
    return innermost.filter((id) => !hidden.has(id));
  }

  /** Ids that a folded frame names itself; else those of the nodes that stand where it would be open. */
  #hiddenBy(frame: FlowNode): readonly string[] {
    const { folds } = this.#places;
    if (!Array.isArray(frame.data.holds) && !folds.isHidden(frame.id)) return [...folds.hiddenBy(frame.id)];
    const beside = (): FlowNode[] =>
      [...folds.hiddenBy(folds.shownIdFor(frame.id))].flatMap((id) => this.#document.node(id) ?? []);
    return hiddenIdsOf(this.#document.kinds, frame, beside);
  }

  #foldedAmong(ids: readonly string[]): readonly FlowNode[] {
    const nodes = ids.flatMap((id) => this.#document.node(id) ?? []);
    return nodes.filter((node) => this.#document.kinds.isFolded(node));
  }

  #isAnyFrame({ type }: FlowNode): boolean {
    return this.#document.kinds.of(type)?.isFrame === true;
  }

  /** Whether the node gives a picture of its own: no dot, no sheet, no frame. */
  #isPicture(node: FlowNode): boolean {
    const { kinds } = this.#document;
    const kind = kinds.of(node.type);
    return kind?.flow === 'image' && kind.passesOn !== true && kinds.handlesOf(node).some(isPictureOutput);
  }
}

const isPictureOutput = ({ side, flow }: { readonly side: string; readonly flow: string }): boolean =>
  side === 'output' && flow === 'image';
