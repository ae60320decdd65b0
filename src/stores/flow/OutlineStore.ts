import { action, computed, createAtom, makeObservable, observable } from 'mobx';
import { pause } from '../../api/nextTask';
import { categoryItems, FlowOrder, type EditorEvent } from '../../engine';
import type { FlowStore } from './FlowStore';
import { HALF_FRAME_MS } from '../../time';

/** Nodes read at least before others have their turn: more than a screen of lines, however busy the machine is. */
const READ_MIN = 100;

/** A line under an unfolded node: a node that feeds it, or a row of a category. */
export type OutlinePart =
  | { readonly type: 'input'; readonly id: string; readonly source: string }
  | { readonly type: 'item'; readonly id: string };

/** One line of the outline: a node, or a part of the node above it. */
export interface OutlineRow {
  readonly nodeId: string;
  readonly part: OutlinePart | null;
  /** Position among the parts of its kind, from 1. */
  readonly place: number;
  readonly of: number;
}

/** An unfolded node and its index in the order. */
interface Fold {
  readonly index: number;
  readonly nodeId: string;
  readonly parts: readonly OutlinePart[];
}

/** The open flow as a list, in the order in which it works, for MobX: read in short tasks, then updated with each change. */
export class OutlineStore {
  readonly flow: FlowStore;
  readonly #order: FlowOrder;
  readonly #atom = createAtom('outline.order');
  readonly #unsubscribe: () => void;
  readonly unfolded = observable.set<string>();
  #isReading = false;
  #isDisposed = false;

  constructor(flow: FlowStore) {
    this.flow = flow;
    this.#order = new FlowOrder(flow.editor.document);
    makeObservable<this, 'folds'>(this, { folds: computed, rowCount: computed, fold: action });
    this.#unsubscribe = flow.editor.subscribe((event) => this.#follow(event));
    void this.#read();
  }

  /** Number of nodes read so far. */
  get nodeCount(): number {
    this.#atom.reportObserved();
    return this.#order.size;
  }

  /** True while some nodes are not read yet. */
  get isReading(): boolean {
    this.#atom.reportObserved();
    return !this.#order.isComplete;
  }

  get rowCount(): number {
    return this.folds.reduce((sum, { parts }) => sum + parts.length, this.nodeCount);
  }

  /** The unfolded nodes, in the order of the list. */
  private get folds(): readonly Fold[] {
    this.#atom.reportObserved();
    return Array.from(this.unfolded, (nodeId) => ({
      index: this.#order.indexOf(nodeId),
      nodeId,
      parts: this.partsOf(nodeId),
    }))
      .filter(({ index }) => index >= 0)
      .toSorted((one, other) => one.index - other.index);
  }

  row(index: number): OutlineRow | null {
    let before = 0;
    for (const { index: at, nodeId, parts } of this.folds) {
      const part = parts[index - before - at - 1];
      if (index <= at + before) break;
      if (part) return { nodeId, part, place: index - before - at, of: parts.length };
      before += parts.length;
    }
    this.#atom.reportObserved();
    const nodeId = this.#order.at(index - before);
    if (nodeId === undefined) return null;
    return { nodeId, part: null, place: index - before + 1, of: this.#order.size };
  }

  /** Index of the line of a node or of its part; -1 when it is absent or folded away. */
  indexOf(nodeId: string, partId: string | null = null): number {
    this.#atom.reportObserved();
    const at = this.#order.indexOf(nodeId);
    if (at < 0) return -1;
    let before = 0;
    for (const fold of this.folds) {
      if (fold.index >= at) break;
      before += fold.parts.length;
    }
    if (partId === null) return at + before;
    const place = this.unfolded.has(nodeId) ? this.partsOf(nodeId).findIndex(({ id }) => id === partId) : -1;
    return place < 0 ? -1 : at + before + 1 + place;
  }

  partsOf(nodeId: string): readonly OutlinePart[] {
    const node = this.flow.node(nodeId);
    if (!node) return [];
    this.flow.edgesAt(nodeId);
    const inputs = this.flow.editor.document.edgesInto(nodeId);
    return [
      ...inputs.map(({ id, source }): OutlinePart => ({ type: 'input', id, source })),
      ...categoryItems(node).map(({ id }): OutlinePart => ({ type: 'item', id })),
    ];
  }

  /** Shows or hides the parts of a node. */
  fold(nodeId: string, isFolded: boolean): void {
    if (isFolded) this.unfolded.delete(nodeId);
    else this.unfolded.add(nodeId);
  }

  /** Stops following the editor. */
  dispose(): void {
    this.#isDisposed = true;
    this.#unsubscribe();
  }

  #follow(event: EditorEvent): void {
    if (event.type !== 'document' || !this.#order.follow(event.effects)) return;
    this.#atom.reportChanged();
    if (!this.#order.isComplete) void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!this.#order.isComplete && !this.#isDisposed) {
      const end = performance.now() + HALF_FRAME_MS;
      let count = 0;
      this.#order.read(() => (count += 1) < READ_MIN || performance.now() < end);
      this.#atom.reportChanged();
      // oxlint-disable-next-line no-await-in-loop -- gives way between two tasks
      if (!this.#order.isComplete) await pause();
    }
    this.#isReading = false;
  }
}
