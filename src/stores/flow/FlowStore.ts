import {
  compareShallow,
  compareStructural,
  computed,
  computedStruct,
  createAtom,
  makeObservable,
  transaction,
} from 'mobx';
import {
  foldedWork,
  SELECTED_RUNS_MAX,
  selectedRuns,
  type Viewport,
  type Editor,
  type EditorEvent,
  type Effect,
  type FlowNode,
  type FoldedWork,
  type HandleRef,
  type NodeRun,
  type Preview,
  type Selection,
  type Size,
  type TextField,
} from '../../engine';
import { ObservedIds } from './ObservedIds';

const nodeIdOf = (effect: Effect): string | null => {
  if (effect.type === 'insertNode' || effect.type === 'removeNode') return effect.item.id;
  return effect.type === 'setNode' ? effect.after.id : null;
};

/**
 * The open document for MobX. Reads in an observer or a reaction are tracked: a node by its id alone, the rest as a
 * whole. One-time events, such as a pressed button, come from `Editor.subscribe`.
 */
export class FlowStore {
  readonly editor: Editor;
  readonly #nodes: ObservedIds<FlowNode | undefined>;
  readonly #edgeIds: ObservedIds<readonly string[]>;
  readonly #runs: ObservedIds<NodeRun['state'] | null>;
  readonly #foldedWork: ObservedIds<Omit<FoldedWork, 'phase'> | null>;
  readonly #document = createAtom('flow.document');
  readonly #selection = createAtom('flow.selection');
  readonly #viewport = createAtom('flow.viewport');
  readonly #zoom = createAtom('flow.zoom');
  #seenZoom: number;
  readonly #size = createAtom('flow.size');
  readonly #hover = createAtom('flow.hover');
  readonly #state = createAtom('flow.state');
  readonly #preview = createAtom('flow.preview');
  readonly #editing = createAtom('flow.editing');
  readonly #unsubscribe: () => void;
  #version = 0;

  constructor(editor: Editor) {
    this.editor = editor;
    this.#seenZoom = editor.view.viewport.zoom;
    const { document } = editor;
    this.#nodes = new ObservedIds('flow.node', (id) => document.node(id));
    this.#edgeIds = new ObservedIds('flow.edgesAt', (id) => document.edgeIdsAt(id), compareShallow);
    this.#runs = new ObservedIds('flow.run', (id) => editor.runs.get(id)?.state ?? null);
    this.#foldedWork = new ObservedIds('flow.foldedWork', (id) => this.#countWork(id), compareStructural);
    makeObservable(this, {
      nodeCount: computed,
      selectedCount: computed,
      selectedRuns: computedStruct,
      soleNodeId: computed,
      isAtRest: computed,
      isConnecting: computed,
      addMenu: computed,
    });
    this.#unsubscribe = editor.subscribe((event) => transaction(() => this.#follow(event)));
  }

  /** Number of ids that are observed. */
  get observedIds(): number {
    return this.#nodes.size + this.#edgeIds.size + this.#runs.size + this.#foldedWork.size;
  }

  node(id: string): FlowNode | undefined {
    return this.#nodes.get(id);
  }

  /** The ids of the edges that begin or end at the node. */
  edgesAt(nodeId: string): readonly string[] {
    return this.#edgeIds.get(nodeId);
  }

  /** The run or failure that the node's card shows. */
  run(nodeId: string): NodeRun['state'] | null {
    return this.#runs.get(nodeId);
  }

  /** The numbers that a folded frame's card shows: hidden nodes under way and failed ones. Null where there are none. */
  foldedWork(frameId: string): Omit<FoldedWork, 'phase'> | null {
    return this.#foldedWork.get(frameId);
  }

  /** Raised by each change of the document, for values that depend on the whole of it. */
  get version(): number {
    this.#document.reportObserved();
    return this.#version;
  }

  get nodeCount(): number {
    this.#document.reportObserved();
    return this.editor.document.nodeCount;
  }

  get selection(): Selection {
    this.#selection.reportObserved();
    return this.editor.selection;
  }

  get selectedCount(): number {
    const { nodes, edges } = this.selection;
    return nodes.size + edges.size;
  }

  /** The node that is selected alone. */
  get soleNodeId(): string | null {
    const { nodes, edges } = this.selection;
    const [id = null] = nodes;
    return nodes.size === 1 && edges.size === 0 ? id : null;
  }

  /** The engine's `selectedRuns`, tracked. */
  get selectedRuns(): ReturnType<typeof selectedRuns> {
    const { nodes } = this.selection;
    if (nodes.size > SELECTED_RUNS_MAX) return null;
    for (const id of nodes) {
      this.node(id);
      this.edgesAt(id);
      this.run(id);
    }
    return selectedRuns(this.editor);
  }

  get viewport(): Viewport {
    this.#viewport.reportObserved();
    return this.editor.view.viewport;
  }

  /** Zoom of the view alone: a pan changes the viewport with every step, and this never. */
  get zoom(): number {
    this.#zoom.reportObserved();
    return this.editor.view.viewport.zoom;
  }

  /** Size of the stage; screen pixels. */
  get size(): Size {
    this.#size.reportObserved();
    return this.editor.view.size;
  }

  /** The handle under the pointer. */
  get hoverHandle(): HandleRef | null {
    this.#hover.reportObserved();
    return this.editor.hoverHandle;
  }

  /** The text that is being edited. */
  get editing(): TextField | null {
    this.#editing.reportObserved();
    return this.editor.editing;
  }

  get state(): string {
    this.#state.reportObserved();
    return this.editor.state;
  }

  /** The tool of the key that is held. */
  get heldTool(): Editor['heldTool'] {
    this.#state.reportObserved();
    return this.editor.heldTool;
  }

  /** True while no gesture changes anything; a press may become one, and the view may move. */
  get isAtRest(): boolean {
    return ['select.idle', 'select.pressing', 'select.panning'].includes(this.state);
  }

  get preview(): Preview {
    this.#preview.reportObserved();
    return this.editor.preview;
  }

  /** Whether an edge is being drawn or reconnected. */
  get isConnecting(): boolean {
    return this.preview.connection !== null;
  }

  get addMenu(): Preview['addMenu'] {
    return this.preview.addMenu;
  }

  /** Stops following the editor. */
  dispose(): void {
    this.#unsubscribe();
  }

  #followZoom(): void {
    const { zoom } = this.editor.view.viewport;
    if (zoom === this.#seenZoom) return;
    this.#seenZoom = zoom;
    this.#zoom.reportChanged();
  }

  #follow(event: EditorEvent): void {
    switch (event.type) {
      case 'document':
        this.#version++;
        this.#followDocument(event.effects);
        break;
      case 'selection':
        this.#selection.reportChanged();
        break;
      case 'viewport':
        this.#viewport.reportChanged();
        this.#followZoom();
        break;
      case 'hover':
        this.#hover.reportChanged();
        break;
      case 'state':
        this.#state.reportChanged();
        break;
      case 'preview':
        this.#preview.reportChanged();
        break;
      case 'editing':
        this.#editing.reportChanged();
        break;
      case 'invalidate':
        if (event.reason === 'size') this.#size.reportChanged();
        break;
      case 'runs':
        this.#runs.follow(event.nodeIds);
        this.#foldedWork.follow(new Set(Array.from(event.nodeIds, (id) => this.editor.scene.folds.shownIdFor(id))));
        break;
      case 'step':
        // Whether there is a step to undo or redo belongs to the document; here nothing else of it has changed.
        if (event.step === null) this.#document.reportChanged();
        break;
      case 'ticks':
      case 'refused':
      case 'arranged':
      case 'action':
    }
  }

  #countWork(frameId: string): Omit<FoldedWork, 'phase'> | null {
    const work = foldedWork(this.editor.scene, frameId, this.editor.runs);
    return work && { underWay: work.underWay, failed: work.failed };
  }

  /** Follows the touched ids, or all observed ids when more are touched than observed. */
  #followDocument(effects: readonly Effect[]): void {
    this.#document.reportChanged();
    const isMany = effects.length > this.#nodes.size || effects.some(({ type }) => type === 'moveAll');
    this.#nodes.follow(isMany ? undefined : effects.flatMap((effect) => nodeIdOf(effect) ?? []));
    // A change of one node may hide others.
    this.#foldedWork.follow();
    if (this.#edgeIds.size === 0) return;
    for (const effect of effects) {
      if (effect.type !== 'insertEdge' && effect.type !== 'removeEdge') continue;
      this.#edgeIds.follow([effect.item.source, effect.item.target]);
    }
  }
}
