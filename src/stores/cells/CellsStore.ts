import { autorun, makeObservable, observableRef, runInAction } from 'mobx';
import {
  countCells,
  NO_AXES,
  NodeAxes,
  ownAxes,
  reachedFrom,
  sourcesOf,
  type Axis,
  type CellSource,
  type CellTable,
  type Change,
  type Editor,
  type FlowNode,
  type NodeCells,
} from '../../engine';
import { SheetStore, type SheetDeps } from './SheetStore';

type CellsDeps = Omit<SheetDeps, 'axes'>;

/**
 * The lists of the open canvas whose words go one by one, and what they make of the nodes at their right. Costs what hangs on such
 * lists: a canvas without any is looked through once.
 */
export class CellsStore implements CellSource {
  /** The axes of image nodes with several pictures, by id. */
  axes: ReadonlyMap<string, readonly Axis[]> = new Map();
  readonly #editor: Editor;
  /** The nodes that have such lists, or settings that do as lists do. */
  readonly #bearers = new Set<string>();
  /** Those that an image node leads to, by id. */
  sheets: ReadonlyMap<string, SheetStore> = new Map();
  readonly #deps: CellsDeps;
  #tables: ReadonlyMap<string, CellTable> = new Map();
  readonly #stop: () => void;
  #shown: ReadonlyMap<string, NodeCells> = new Map();
  readonly #unsubscribe: () => void;

  constructor(deps: CellsDeps) {
    const { editor } = deps.flow;
    this.#deps = deps;
    this.#editor = editor;
    makeObservable(this, { axes: observableRef, sheets: observableRef });
    for (const node of editor.document.allNodes()) if (this.#bears(node)) this.#bearers.add(node.id);
    this.#refresh();
    this.#unsubscribe = editor.subscribe((event) => {
      if (event.type === 'document' && this.#follow(event.changes)) this.#refresh();
    });
    this.#stop = autorun(() => this.#showTables());
  }

  /** Empty for a node with one picture. */
  axesOf(nodeId: string): readonly Axis[] {
    return this.axes.get(nodeId) ?? NO_AXES;
  }

  get(nodeId: string): NodeCells | null {
    return this.#shown.get(nodeId) ?? null;
  }

  /** Painters ask for the sheets in view: those show their older pictures, too. */
  tableOf(nodeId: string): CellTable | null {
    const sheet = this.sheets.get(nodeId);
    if (sheet) this.#deps.takes.readOlder(sheet.imageId);
    return this.#tables.get(nodeId) ?? null;
  }

  dispose(): void {
    this.#stop();
    this.#unsubscribe();
  }

  /** Returns whether the axes of any node may be others now. */
  #follow(changes: readonly Change[]): boolean {
    const before = this.#bearers.size;
    let isTouched = false;
    for (const change of changes) {
      if (change.type === 'moveAll') continue;
      if (change.type === 'moveNode') {
        isTouched ||= this.#isFramed(change.id);
        continue;
      }
      if (change.type === 'addEdge' || change.type === 'removeEdge') {
        isTouched = true;
        continue;
      }
      const id = 'node' in change ? change.node.id : change.id;
      const node = this.#editor.document.node(id);
      const bears = node !== undefined && this.#bears(node);
      isTouched ||= bears || this.#bearers.has(id) || this.#isFramed(id);
      if (bears) this.#bearers.add(id);
      else this.#bearers.delete(id);
    }
    return isTouched && before + this.#bearers.size > 0;
  }

  /** Whether the place of the node may matter: a frame gives the pictures that stand in it. */
  #isFramed(id: string): boolean {
    if (this.axes.has(id)) return true;
    const { document } = this.#editor;
    const view = document.nodeView(id);
    return view !== undefined && view.outOf.length > 0 && document.kinds.of(view.item.type)?.isFrame === true;
  }

  #bears(node: FlowNode): boolean {
    const kind = this.#editor.document.kinds.of(node.type);
    if (kind?.isSheet) return true;
    if (kind?.lists) return kind.lists(node).length > 0;
    return kind?.run?.isGeneration === true && ownAxes(node).length > 0;
  }

  #refresh(): void {
    const { document } = this.#editor;
    const nodeAxes = new NodeAxes(document, (id) => sourcesOf(document, id));
    const axes = new Map<string, readonly Axis[]>();
    for (const id of reachedFrom(document, this.#bearers, 'fed')) {
      const own = nodeAxes.of(id);
      if (own.length > 0) axes.set(id, own);
    }
    runInAction(() => {
      this.axes = axes;
      this.sheets = this.#sheetsNow();
    });
    this.#show();
  }

  #sheetsNow(): ReadonlyMap<string, SheetStore> {
    const { document } = this.#editor;
    const sheets = new Map<string, SheetStore>();
    for (const id of this.#bearers) {
      const node = document.node(id);
      if (!node || document.kinds.of(node.type)?.isSheet !== true) continue;
      const image = sourcesOf(document, id).find(({ type }) => document.kinds.of(type)?.run?.isGeneration);
      if (!image) continue;
      const known = this.sheets.get(id);
      const axes = (): readonly Axis[] => this.axesOf(image.id);
      sheets.set(id, known?.imageId === image.id ? known : new SheetStore(id, image.id, { ...this.#deps, axes }));
    }
    return sheets;
  }

  #showTables(): void {
    const before = this.#tables;
    const now = new Map(Array.from(this.sheets, ([id, sheet]) => [id, sheet.table] as const));
    this.#tables = now;
    const differing = new Set([...before.keys(), ...now.keys()].filter((id) => before.get(id) !== now.get(id)));
    if (differing.size > 0) this.#editor.repaint('cells', differing);
  }

  #show(): void {
    const before = this.#shown;
    const shown = new Map<string, NodeCells>();
    for (const [id, axes] of this.axes) {
      const known = before.get(id);
      const cells: NodeCells = { counts: axes.map(({ values }) => values.length), total: countCells(axes) };
      shown.set(id, known && String(known.counts) === String(cells.counts) ? known : cells);
    }
    this.#shown = shown;
    const differing = new Set([...before.keys(), ...shown.keys()].filter((id) => before.get(id) !== shown.get(id)));
    if (differing.size > 0) this.#editor.repaint('cells', differing);
  }
}
