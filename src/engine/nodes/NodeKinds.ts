import type { FlowNode } from '../document/FlowNode';
import type { Size } from '../geometry/viewport';
import { plainLayout, type CardLayout } from './cardLayout';
import { categoryItems, itemText } from './categoryItems';
import { placeHandles, type Handle, type KindHandle } from './handles';
import type { NodeKind } from './NodeKind';
import { MODEL_SIZE } from './nodeSize';

interface SizedHandles extends Size {
  readonly handles: readonly Handle[];
}

/** Sizes remembered for each kind: a category has one for each number of rows, of which few are common; a text may have any. */
const SIZES_MAX = 8;
/** Characters of a title that are kept: more than any card shows; a prompt may be a book. */
const CHARACTERS_MAX = 120;
const NO_HANDLES: readonly Handle[] = [];

/**
 * The kinds that an editor knows, and what follows from them for a node. A type that is not among them is one of a newer
 * version: its nodes are plain cards without handles, and are saved back unchanged.
 */
export class NodeKinds {
  readonly all: readonly NodeKind[];
  readonly #byType: ReadonlyMap<string, NodeKind>;
  /** The last handles for each list that a kind declares, newest first: every edge asks. */
  readonly #handles = new WeakMap<readonly KindHandle[], readonly SizedHandles[]>();
  readonly #layouts = new WeakMap<FlowNode, CardLayout>();
  readonly #firstWords = new WeakMap<FlowNode, string>();

  /** @throws when two kinds have one type. */
  constructor(kinds: readonly NodeKind[]) {
    this.all = kinds;
    this.#byType = new Map(kinds.map((kind) => [kind.type, kind]));
    if (this.#byType.size < kinds.length) throw new Error('two node kinds have one type');
  }

  /** These kinds and others; one of a type that is here already takes its place. */
  with(...others: readonly NodeKind[]): NodeKinds {
    const replaced = new Set(others.map(({ type }) => type));
    return new NodeKinds([...this.all.filter(({ type }) => !replaced.has(type)), ...others]);
  }

  /** Undefined for a type of a newer version. */
  of(type: string): NodeKind | undefined {
    return this.#byType.get(type);
  }

  /** Whether it lies behind all edges and cards and its content moves with it: a frame that is not folded. */
  isFrame(node: FlowNode): boolean {
    const kind = this.#byType.get(node.type);
    return kind?.isFrame === true && kind.isFolded?.(node) !== true;
  }

  /** Whether it is a frame that is shown as one card. */
  isFolded(node: FlowNode): boolean {
    return this.#byType.get(node.type)?.isFolded?.(node) === true;
  }

  /** How large a node is drawn, in world pixels. */
  sizeOf(node: FlowNode): Size {
    const size = this.#byType.get(node.type)?.size ?? MODEL_SIZE;
    return typeof size === 'function' ? size(node) : size;
  }

  /** A new node of this type, not yet placed: with its kind's own data for new nodes, else with the name of a model, null for input nodes. */
  blankNode(type: string, model: string | null = null): FlowNode {
    const data = this.of(type)?.newData?.() ?? { model, data: null };
    return { id: '', type, position: { x: 0, y: 0 }, data };
  }

  /** How large a new node of this type is. */
  newSizeOf(type: string): Size {
    return this.sizeOf(this.blankNode(type));
  }

  /** A node's handles, inputs first, in the order they are drawn. Unknown node types have none. */
  handlesOf(node: FlowNode): readonly Handle[] {
    const kind = this.#byType.get(node.type);
    if (!kind) return NO_HANDLES;
    const { width, height } = typeof kind.size === 'function' ? kind.size(node) : kind.size;
    const declared = typeof kind.handles === 'function' ? kind.handles(node) : kind.handles;
    const sizes = this.#handles.get(declared) ?? [];
    for (const size of sizes) if (size.width === width && size.height === height) return size.handles;
    const handles = placeHandles(declared, { width, height });
    this.#handles.set(declared, [{ width, height, handles }, ...sizes.slice(0, SIZES_MAX - 1)]);
    return handles;
  }

  handleOf(node: FlowNode, handleId: string | null | undefined): Handle | undefined {
    // `find` would make a function for each edge of a canvas.
    for (const handle of this.handlesOf(node)) if (handle.id === handleId) return handle;
    return undefined;
  }

  /** Worked out once per node value: nodes are immutable, and painters ask in every frame. */
  layoutOf(node: FlowNode): CardLayout {
    const known = this.#layouts.get(node);
    if (known) return known;
    const plain = plainLayout(this.sizeOf(node));
    const layout = this.#byType.get(node.type)?.layout(node, plain) ?? plain;
    this.#layouts.set(node, layout);
    return layout;
  }

  /** The picture a card shows; null when it has none (yet), or is of a kind without pictures. */
  pictureOf(node: FlowNode): string | null {
    return this.#byType.get(node.type)?.pictureOf?.(node) ?? null;
  }

  /** The text a card shows, '' when it has none. */
  textOf(node: FlowNode): string {
    const textOf = this.#byType.get(node.type)?.textOf;
    return textOf ? textOf(node) : itemText(node.data.value);
  }

  /** The first words that a node at the left gives, on one line; '' where it gives none. */
  firstWordsOf(node: FlowNode): string {
    const remembered = this.#firstWords.get(node);
    if (remembered !== undefined) return remembered;
    const value = this.textOf(node).trimStart();
    const text = value !== '' ? value : categoryItems(node).map(rowText).join(', ');
    const words = text.slice(0, CHARACTERS_MAX).replaceAll(/\s+/g, ' ').trim();
    this.#firstWords.set(node, words);
    return words;
  }

  /** Whether nodes of this type go into the target when they are dropped on it. */
  canTake(target: FlowNode, type: string): boolean {
    return this.of(target.type)?.drop?.types.includes(type) ?? false;
  }
}

const rowText = ({ name, value }: { readonly name: unknown; readonly value: unknown }): string =>
  [itemText(name), itemText(value)].filter((part) => part.trim() !== '').join(': ');
