import { arrangeNodes, type Arrangement } from './edits/arrangeNodes';
import { connect } from './edits/connect';
import { dropInto } from './edits/dropInto';
import { editText, type TextField } from './edits/editText';
import { moveRowInto, detachRow, moveRow, dropRow } from './edits/moveRow';
import { moveNodes } from './edits/moveNodes';
import { removeSelection } from './edits/removeSelection';
import { BOTH_LAYERS, type EditorEvent, type LayerName, type Origin, Listeners } from './EditorEvent';
import type { EditorOptions } from './EditorOptions';
import type { DirtyRegion } from './geometry/box';
import type { EngineStats } from './scene/EngineStats';
import type { Vector } from './geometry/vector';
import { View } from './geometry/View';
import type { CardAction } from './nodes/cardLayout';
import type { Change } from './document/Change';
import type { NodeData } from './document/FlowNode';
import { FreshIds } from './document/FreshIds';
import type { Fragment } from './document/fragment';
import { GraphDocument } from './document/GraphDocument';
import { History } from './document/History';
import type { Snapshot } from './document/Snapshot';
import { stepName } from './document/stepName';
import type { NodeRun, NodeTakes, OfferedModels } from './nodes/viewState';
import { canRun } from './scene/canRun';
import type { HandleRef } from './scene/connectionRule';
import { detailAt, drawsParts } from './render/card/levelOfDetail';
import type { EdgeEnd } from './scene/edgeAt';
import { hitTest, type Hit, deleteRadius } from './scene/hitTest';
import { rowSlotAt } from './scene/dropTarget';
import { Scene } from './scene/Scene';
import { NodeRuns } from './scene/NodeRuns';
import { changeTakes } from './scene/changeTakes';
import type { Selection } from './scene/selection';
import { hasTextField } from './scene/textField';
import { NodeAdder } from './tools/NodeAdder';
import { Bookmarks } from './tools/Bookmarks';
import { Focus } from './tools/Focus';
import { FrameEdits, NUDGE } from './tools/FrameEdits';
import { GestureView } from './tools/GestureView';
import type { EditorInput } from './tools/input';
import { openSelected } from './tools/openCard';
import { StateChart } from './tools/StateChart';
import type { Preview } from './tools/ToolState';

/** The node graph editor without a screen: takes what a person does as plain data, keeps document, viewport and selection, and tells its listeners. */
export class Editor {
  readonly document: GraphDocument;
  readonly scene: Scene;
  readonly view: View;
  /** Counts of the work that it has done so far, for tests and measurements. */
  readonly stats: Readonly<EngineStats>;
  /** The steps that `undo` and `redo` would take. */
  readonly steps: Pick<History, 'undoStep' | 'redoStep'>;
  readonly frames: FrameEdits;
  readonly bookmarks: Bookmarks;
  readonly #history: History;
  readonly #listeners: Listeners;
  readonly #freshIds: FreshIds;
  readonly #adder: NodeAdder;
  readonly #unknown: Readonly<Record<string, unknown>>;
  readonly #focus: Focus;
  readonly #runs: NodeRuns;
  readonly #gesture: GestureView;
  readonly #tool: StateChart;
  /** Whether the person prefers no motion: the view then jumps where it would fly. */
  isStill = false;
  readonly #takes = new Map<string, NodeTakes>();
  /** Number of the nodes' finished pictures and facts about the chosen ones, by node id; see `setTakes`. */
  readonly takes: ReadonlyMap<string, NodeTakes> = this.#takes;
  /** The models that nodes may use, see `hasModel`; null while they are unknown. Call `repaint` after a change. */
  models: OfferedModels | null = null;

  constructor({ snapshot, document, kinds, uniqueId, undoSteps, onListenerError }: EditorOptions) {
    const { nodes, edges, viewport, bookmarks, ...unknown } = snapshot;
    this.#listeners = new Listeners(onListenerError);
    this.document = document ?? new GraphDocument({ nodes, edges }, kinds);
    this.scene = new Scene(this.document);
    this.stats = this.scene.stats;
    this.view = new View(viewport, (what) => this.#viewChanged(what));
    this.#unknown = unknown;
    this.#freshIds = new FreshIds(this.document, uniqueId);
    this.#adder = new NodeAdder(this, this.#freshIds);
    this.frames = new FrameEdits(this, this.#freshIds);
    const emit = (event: EditorEvent): void => this.#listeners.tell(event);
    this.steps = this.#history = new History(this.document, emit, undoSteps);
    this.#focus = new Focus(this, this.#history, emit);
    this.#runs = new NodeRuns(this.scene, this.view, emit);
    this.#gesture = new GestureView(this.scene, emit);
    this.#tool = new StateChart(this, this.#gesture, this.#focus, emit);
    this.bookmarks = new Bookmarks(this, bookmarks, emit, (...way) => this.#tool.flyTo(...way));
  }

  get selection(): Selection {
    return this.#focus.selection;
  }

  /** The readable path of the tool's state, such as `select.dragging`. */
  get state(): string {
    return `select.${this.#tool.name}`;
  }

  /** Whether it waits for time, for auto-pan or a long press: send a `tick` each frame. Emits `ticks` when this changes. */
  get wantsTicks(): boolean {
    return this.#tool.wantsTicks;
  }

  /** Whether a pointer holds something just now; Escape cancels that. */
  get isGesturing(): boolean {
    return this.#tool.isGesturing;
  }

  get preview(): Preview {
    return this.#gesture.preview;
  }

  /** Radius of the delete button of a sole selected thing; world pixels. It keeps a usable size on the screen. */
  get deleteRadius(): number {
    return deleteRadius(this.view.viewport.zoom);
  }

  /** The tool of presses while a key is held; null for none. */
  get heldTool(): StateChart['heldTool'] {
    return this.#tool.heldTool;
  }

  get hoverId(): string | null {
    return this.#gesture.hoverId;
  }

  /** The handle under the pointer, for its tooltip. */
  get hoverHandle(): HandleRef | null {
    return this.#gesture.hoverHandle;
  }

  get hoverEdgeId(): string | null {
    return this.#gesture.hoverEdgeId;
  }

  get editing(): TextField | null {
    return this.#focus.editing;
  }

  /** Nodes that run or have failed, by node id. */
  get runs(): ReadonlyMap<string, NodeRun> {
    return this.#runs.byNode;
  }

  /** Phase of the flow in the edges into running nodes, from 0 to 1, the same in all of them; null while no edge flows. */
  get flow(): number | null {
    return this.#runs.flow;
  }

  get canUndo(): boolean {
    return this.steps.undoStep !== null;
  }

  get canRedo(): boolean {
    return this.steps.redoStep !== null;
  }

  /** Returns the committed document and the viewport, to be saved. Unchanged nodes and edges keep their reference. */
  snapshot(): Snapshot {
    const lists = { nodes: this.document.allNodes(), edges: this.document.allEdges() };
    return { ...this.#unknown, ...this.bookmarks.member, ...lists, viewport: this.view.viewport };
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: EditorEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Takes one input; returns whether the canvas used it. */
  dispatch(input: EditorInput): boolean {
    return this.#tool.dispatch(input);
  }

  /** Applies one undoable step. Consecutive steps of the same `group` are undone together. */
  apply(changes: readonly Change[], group: string | null = null): void {
    this.#applyAs(changes, 'user', group);
  }

  /** Applies what came from elsewhere: the person's undo leaves it (UNDO-1, UNDO-4), unless it finishes a step of their own (`isOwn`). */
  merge(changes: readonly Change[], isOwn = false): void {
    this.#applyAs(changes, 'merge', null, isOwn);
  }

  undo(): void {
    this.#history.undo((changes) => this.#applyAs(changes, 'history'));
  }

  redo(): void {
    this.#history.redo((changes) => this.#applyAs(changes, 'history'));
  }

  /** Adds a palette node with its corner at the point, and selects it. Like all adding methods, throws as `EditorOptions.uniqueId`, and for an invalid place or kind. */
  addNode(type: string, model: string | null, at: Vector): string {
    return this.#adder.node(type, model, at);
  }

  /** Adds input nodes with these data side by side from the world point on, and selects them; `also` belongs to the same step. Returns their ids. */
  addRow(type: string, at: Vector, data: readonly NodeData[], also: readonly Change[] = []): string[] {
    return this.#adder.row(type, at, data, also);
  }

  /** Adds a dot to an edge, its middle at the world point as near as the grid allows, and selects it. Returns its id; null for an edge that is gone. */
  addReroute(edgeId: string, at: Vector): string | null {
    return this.#adder.reroute(edgeId, at);
  }

  /** Puts copies of a fragment down, moved by so much, and selects them; `keepsOuter` joins them to the originals' neighbours. Returns their ids, in its order. */
  addFragment(fragment: Fragment, by: Vector, keepsOuter = false): readonly string[] {
    return this.#adder.fragment(fragment, by, keepsOuter);
  }

  /** Joins two handles in either order; returns whether the rules allowed it. */
  connect(one: HandleRef, other: HandleRef): boolean {
    const changes = connect(this.document, one, other);
    if (changes) this.apply(changes);
    else this.#gesture.refuse();
    return changes !== null;
  }

  /** Begins an edge without a pointer, over the free pane beside its handle. Ignored during a gesture, and where no edge is possible. */
  beginConnection(from: HandleRef): void {
    this.#tool.connectByKeys(from);
  }

  /** Grabs an edge by one of its ends, to be aimed like a new one; over the pane it springs back. Ignored likewise, and for a missing edge. */
  takeEdge(edgeId: string, end: EdgeEnd): void {
    this.#tool.reconnectByKeys(edgeId, end);
  }

  /** Aims the pending edge at a handle, or back at the pane (null). */
  aimConnection(target: HandleRef | null): void {
    this.#tool.aim(target);
  }

  /** Drops that edge: it is connected or refused there, or for a new one the add menu opens (see Preview). */
  dropConnection(): void {
    this.#tool.letGo();
  }

  /** Adds a node of the palette joined to a handle, its own handle at the world point as near as the grid allows. Returns its id; null when refused. */
  addConnected(from: HandleRef, type: string, model: string | null, at: Vector): string | null {
    const id = this.#adder.connected(from, { type, model }, at, () => {
      if (this.preview.addMenu) this.#tool.cancel();
    });
    if (id === null) this.#gesture.refuse();
    return id;
  }

  /** Takes a row out of a category to a world point. Returns its node's id, or null when there is no such row. */
  detachRow(categoryId: string, rowId: string, at: Vector): string | null {
    const changes = detachRow(this.document, categoryId, rowId, at, this.#freshIds);
    this.apply(changes);
    return changes.find((change) => change.type === 'addNode')?.node.id ?? null;
  }

  /** Moves a row to the end of another category; ignored when either is missing. */
  moveRowInto(categoryId: string, rowId: string, toCategoryId: string): void {
    this.frames.applyAndGrow(moveRowInto(this.document, categoryId, rowId, toCategoryId, this.#freshIds));
  }

  /** Moves a row within its own category, to after the first `slot` rows as they are now. */
  moveRow(categoryId: string, rowId: string, slot: number): void {
    this.apply(moveRow(this.document, categoryId, rowId, slot));
  }

  /** Drops a row at a world point: on its own category it goes to that place, on another one it moves there, elsewhere it becomes a node. */
  dropRow(categoryId: string, rowId: string, at: Vector): void {
    const row = { nodeId: categoryId, rowId };
    this.frames.applyAndGrow(dropRow(this.document, row, rowSlotAt(this, categoryId, at), at, this.#freshIds));
  }

  /** Drops nodes into another one, those that it takes: items and texts become a category's last rows. */
  dropInto(nodeIds: Iterable<string>, targetId: string): void {
    this.frames.applyAndGrow(dropInto(this.document, nodeIds, targetId, this.#freshIds));
  }

  /** Sets a text as it is typed, see the edit; a word typed in one go is one undo step. */
  editText(field: TextField, text: string, before: string | null = null): void {
    this.apply(editText(this.document, field, text, before), `edit:${field.nodeId}:${field.rowId ?? ''}:${field.name}`);
  }

  /** Opens a text for editing, where it can be read; ignored when the node has no such text. */
  startEditing(field: TextField): void {
    if (!hasTextField(this.document.kinds, this.document.node(field.nodeId), field)) return;
    if (!this.drawsParts) this.flyTo([field.nodeId]);
    this.#focus.edit(field);
  }

  stopEditing(): void {
    if (this.editing) this.#focus.edit(null);
  }

  /** Replaces the selection, without missing ids; selected nodes come to the front. */
  select(selection: Partial<Selection>): void {
    this.#focus.select(selection);
  }

  selectAll(): void {
    this.#focus.selectAll();
  }

  removeSelected(): void {
    const gone = removeSelection({ ...this.selection, nodes: this.frames.withHidden(this.selection.nodes) });
    this.select({});
    this.apply(gone);
  }

  /** Moves the selected nodes against one another in one step, as `arrangeNodes` says; `arranged` reports how many. */
  arrange(how: Arrangement): void {
    const moves = arrangeNodes(this.document, this.scene, this.selection.nodes, how);
    this.frames.applyArranged(moves);
    this.#listeners.tell({ type: 'arranged', how, count: moves.length });
  }

  /** Moves the selected nodes and the content of selected frames; arrow keys in a row, on one selection, are one undo step. */
  nudge(delta: Vector): void {
    this.apply(moveNodes(this.document, this.frames.nudged(), delta), NUDGE);
  }

  /** Does what Enter does on the selected node: edits its first text, else presses its first button. */
  openSelected(): void {
    openSelected(this);
  }

  /** Reports to the app that a button of a card was pressed. A run button that is off (see canRun) stays silent, but it always stops a run. */
  act(nodeId: string, action: CardAction): void {
    const node = this.document.node(nodeId);
    if (!node || (action === 'run' && !this.#runs.isUnderWay(nodeId) && !canRun(this.document, node))) return;
    this.#listeners.tell({ type: 'action', nodeId, action });
  }

  /** Shows these nodes' runs and failures; null for none. `flow`: phase of the flow in the edges into all running nodes, 0 to 1; null, as under reduced motion, for none. */
  setRuns(changes: ReadonlyMap<string, NodeRun | null>, flow: number | null = null): void {
    this.#invalidate(this.scene.drag ? BOTH_LAYERS : ['world'], 'runs', this.#runs.set(changes, flow));
  }

  /** Shows on these nodes' cards how many finished pictures they have; null for none. */
  setTakes(changes: ReadonlyMap<string, NodeTakes | null>): void {
    const differing = changeTakes(this.#takes, changes);
    if (differing.size > 0) this.repaint('takes', differing);
  }

  /** Repaints everything in view, or these nodes, after a change outside the editor. */
  repaint(reason: string, nodeIds?: ReadonlySet<string>): void {
    this.#invalidate(BOTH_LAYERS, reason, nodeIds ? this.scene.areaOf([nodeIds]) : 'all');
  }

  /** Brings everything, or these nodes, into view, never nearer than 1 nor below the least zoom (see `pictureOver`). */
  fit(nodeIds?: Iterable<string>): void {
    const box = this.scene.bounds(nodeIds);
    if (box) this.view.fit(box);
  }

  /** Takes the view to these nodes, as `fit` does, in some frames that a clock must tick (see wantsTicks). */
  flyTo(nodeIds: Iterable<string>): void {
    const box = this.scene.bounds(nodeIds);
    if (box) this.#tool.fly(box);
  }

  /** Whether cards show their buttons, rows and texts at this zoom; hidden ones cannot be pressed. */
  get drawsParts(): boolean {
    return drawsParts(detailAt(this.view.viewport.zoom));
  }

  /** Returns the thing under a screen point. */
  hit(screen: Vector): Hit {
    const { scene, selection, deleteRadius, view, runs, takes } = this;
    return hitTest({ scene, selection, zoom: view.viewport.zoom, deleteRadius, runs, takes }, view.toWorld(screen));
  }

  #viewChanged(what: 'viewport' | 'size'): void {
    if (what === 'viewport') this.#listeners.tell({ type: 'viewport' });
    this.#invalidate(BOTH_LAYERS, what, what === 'viewport' ? [] : 'all');
    this.#tool.viewMoved();
  }

  /** Returns the inverse of the changes that took effect. */
  #applyAs(wanted: readonly Change[], origin: Origin, group: string | null = null, isOwn = false): readonly Change[] {
    const { changes, inverse, effects } = this.document.apply(wanted);
    if (origin === 'merge' && !isOwn) this.#history.noteArrivals(wanted, effects);
    if (changes.length === 0) return inverse;
    if (origin === 'user') this.#history.record(inverse, stepName(this.document, changes), group);
    this.frames.follow(origin, group);
    const { cards, all, folded } = this.scene.update(changes, effects);
    this.#listeners.tell({ type: 'document', changes, effects, origin, cards }, () => {
      this.#focus.dropGone(changes, folded);
      this.#gesture.documentChanged(this.document);
    });
    this.#invalidate(BOTH_LAYERS, 'document', all);
    this.#tool.documentChanged(folded);
    return inverse;
  }

  #invalidate(layers: readonly LayerName[], reason: string, area: DirtyRegion): void {
    this.#listeners.tell({ type: 'invalidate', layers, reason, area });
  }
}
