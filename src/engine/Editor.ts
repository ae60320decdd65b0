import { connect } from './edits/connect';
import { detachItem } from './edits/detachItem';
import { dropInto } from './edits/dropInto';
import { editText, type TextField } from './edits/editText';
import { moveItem } from './edits/moveItem';
import { moveNodes } from './edits/moveNodes';
import { moveRow } from './edits/moveRow';
import { placeItem } from './edits/placeItem';
import { removeSelection } from './edits/removeSelection';
import { BOTH_LAYERS, type EditorEvent, type LayerName, type Origin } from './EditorEvent';
import type { EditorOptions } from './EditorOptions';
import type { DirtyRegion } from './render/frame/repaintPlan';
import type { Vector } from './geometry/vector';
import { Viewport } from './geometry/Viewport';
import { Listeners } from './Listeners';
import type { CardAction } from './nodes/cardLayout';
import type { Change } from './document/Change';
import type { NodeData } from './document/FlowNode';
import { FreshIds } from './document/FreshIds';
import type { Fragment } from './document/fragment';
import { GraphDocument } from './document/GraphDocument';
import { History } from './document/History';
import type { Snapshot } from './document/Snapshot';
import type { NodeRun, NodeTakes } from './render/card/PaintEnvironment';
import { canRun } from './scene/canRun';
import type { HandleRef } from './scene/connectionRule';
import { detailAt, drawsParts } from './render/card/levelOfDetail';
import { deleteRadius } from './scene/deleteButton';
import type { EdgeEnd } from './scene/edgeEnds';
import { hitTest, type Hit } from './scene/hitTest';
import { rowSlotAt } from './scene/rowSlot';
import { Scene } from './scene/Scene';
import { Runs } from './scene/Runs';
import { differingTakes } from './scene/differingTakes';
import type { Selection } from './scene/selection';
import { hasTextField } from './scene/textField';
import { Adding } from './tools/Adding';
import { Focus } from './tools/Focus';
import { GestureView } from './tools/GestureView';
import type { EditorInput } from './tools/input';
import { openSelected } from './tools/openCard';
import { StateChart } from './tools/StateChart';
import type { Preview } from './tools/ToolState';

/**
 * The node graph editor without a screen: takes what a person does as plain data, keeps the document, the viewport
 * and the selection, and tells its listeners. Draws nothing and knows no clock.
 */
export class Editor {
  readonly document: GraphDocument;
  readonly scene: Scene;
  readonly viewport: Viewport;
  readonly #history: History;
  readonly #listeners: Listeners;
  readonly #freshIds: FreshIds;
  readonly #adding: Adding;
  readonly #unknown: Readonly<Record<string, unknown>>;
  readonly #focus: Focus;
  readonly #runs: Runs;
  readonly #gesture: GestureView;
  readonly #tool: StateChart;
  /** The person's system asks for stillness: the view jumps where it would fly. */
  isStill = false;
  /** How many finished pictures the nodes have, and what is known of the chosen ones, by node id; see `setTakes`. */
  takes: ReadonlyMap<string, NodeTakes> = new Map();

  constructor({ snapshot, document, kinds, uniqueId, undoSteps, onListenerError }: EditorOptions) {
    const { nodes, edges, viewport, ...unknown } = snapshot;
    this.#history = new History(undoSteps);
    this.#listeners = new Listeners(onListenerError);
    this.document = document ?? new GraphDocument({ nodes, edges }, kinds);
    this.scene = new Scene(this.document);
    this.viewport = new Viewport(viewport, (what) => this.#viewChanged(what));
    this.#unknown = unknown;
    this.#freshIds = new FreshIds(this.document, uniqueId);
    this.#adding = new Adding(this, this.#freshIds);
    const emit = (event: EditorEvent): void => this.#listeners.tell(event);
    this.#focus = new Focus(this, this.#history, emit);
    this.#runs = new Runs(this.scene, this.viewport);
    this.#gesture = new GestureView(this.scene, emit);
    this.#tool = new StateChart(this, this.#gesture, emit);
  }

  get selection(): Selection {
    return this.#focus.selection;
  }

  /** The readable path of the tool's state, such as `select.dragging`. */
  get state(): string {
    return `select.${this.#tool.name}`;
  }

  /**
   * Whether time matters just now: something is held at the edge of the stage, and a `tick` each frame pulls the view
   * along, or a finger or a pen rests on the stage. The editor knows no clock; it emits `ticks` when this changes.
   */
  get wantsTicks(): boolean {
    return this.#tool.wantsTicks;
  }

  /** Whether a pointer holds something just now; Escape gives it up. */
  get isGesturing(): boolean {
    return this.#tool.isGesturing;
  }

  get preview(): Preview {
    return this.#gesture.preview;
  }

  /** Of the round delete button of what is selected alone, in world pixels; it keeps a usable size on the screen. */
  get deleteRadius(): number {
    return deleteRadius(this.viewport.camera.zoom);
  }

  /** While it is, a press pans wherever it lands. */
  get isSpaceHeld(): boolean {
    return this.#tool.isSpaceHeld;
  }

  get hoverId(): string | null {
    return this.#gesture.hoverId;
  }

  /** The handle under the pointer, for its tooltip. */
  get hoverHandle(): HandleRef | null {
    return this.#gesture.hoverHandle;
  }

  get editing(): TextField | null {
    return this.#focus.editing;
  }

  /** What runs or has failed, by node id. */
  get runs(): ReadonlyMap<string, NodeRun> {
    return this.#runs.byNode;
  }

  /** Where what flows to the running nodes stands, from 0 to 1, the same in all edges; null while all of them are still. */
  get flow(): number | null {
    return this.#runs.flow;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** What is saved: the committed document and the camera. Unchanged nodes and edges keep their reference. */
  snapshot(): Snapshot {
    return { ...this.#unknown, nodes: this.document.nodes, edges: this.document.edges, viewport: this.viewport.camera };
  }

  /** Returns the way to unsubscribe. */
  subscribe(listener: (event: EditorEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Takes one input; answers whether it meant something to the canvas. */
  dispatch(input: EditorInput): boolean {
    return this.#tool.dispatch(input);
  }

  /** One undoable step. Steps of the same `group` that follow one another are undone together. */
  run(changes: readonly Change[], group: string | null = null): void {
    this.#apply(changes, 'user', group);
  }

  /** Changes from outside: results of a generation, another tab, the server. The person's undo does not touch them. */
  merge(changes: readonly Change[]): void {
    this.#apply(changes, 'merge');
  }

  undo(): void {
    this.#history.back((changes) => this.#apply(changes, 'history'));
  }

  redo(): void {
    this.#history.forward((changes) => this.#apply(changes, 'history'));
  }

  /**
   * Adds a node of the palette with its top left corner at the world point, and selects it. Returns its id.
   * @throws as `EditorOptions.uniqueId` says, when the point is no place, and when the editor has no such kind; so does whatever
   * adds a node.
   */
  addNode(type: string, model: string | null, at: Vector): string {
    return this.#adding.node(type, model, at);
  }

  /**
   * Adds input nodes with these data side by side, the first with its top left corner at the world point, and selects them.
   * `also` belongs to the same undoable step. Returns their ids.
   */
  addRow(type: string, at: Vector, data: readonly NodeData[], also: readonly Change[] = []): string[] {
    return this.#adding.row(type, at, data, also);
  }

  /**
   * Puts copies of what was cut out (see cutOut) down in one step, moved by so much, and selects them. `keepsOuter` joins
   * them to the neighbours of the originals, as far as those are here. Returns their ids, in the fragment's order.
   */
  addFragment(fragment: Fragment, by: Vector, keepsOuter = false): readonly string[] {
    return this.#adding.fragment(fragment, by, keepsOuter);
  }

  /** Joins two handles in either order; answers whether the rules allowed it. */
  connect(one: HandleRef, other: HandleRef): boolean {
    const changes = connect(this.document, one, other);
    if (changes) this.run(changes);
    else this.#gesture.refuse();
    return changes !== null;
  }

  /**
   * Begins an edge that no pointer leads: it hangs over the free pane beside its handle. Ignored in the middle of a
   * gesture, and at a handle that takes no edge.
   */
  beginConnection(from: HandleRef): void {
    this.#tool.connectByKeys(from);
  }

  /**
   * Takes an edge of the document by one of its ends, to be led as one that was begun; over the pane it springs back.
   * Ignored in the middle of a gesture, for an edge that is gone, and where the node at its other end takes no edge.
   */
  takeEdge(edgeId: string, end: EdgeEnd): void {
    this.#tool.reconnectByKeys(edgeId, end);
  }

  /** Leads the edge that was begun or taken to a handle, or back over the pane (null). */
  aimConnection(target: HandleRef | null): void {
    this.#tool.aim(target);
  }

  /** Lets that edge go where it is: it is connected or refused there, or for a new one there is an offer (see Preview). */
  dropConnection(): void {
    this.#tool.letGo();
  }

  /**
   * Adds a node of the palette joined to a handle, in one undoable step, and selects it: the answer to an offer (see
   * Preview). The handle that takes or feeds the edge lies at the world point, as near as the grid allows. Answers the
   * node's id, or null when the rules cannot join the two.
   */
  addConnected(from: HandleRef, type: string, model: string | null, at: Vector): string | null {
    const id = this.#adding.connected(from, { type, model }, at, () => {
      if (this.preview.addMenu) this.#tool.cancel();
    });
    if (id === null) this.#gesture.refuse();
    return id;
  }

  /** Takes a row out of a category to a world point. Answers its node's id, or null when there is no such row. */
  detachItem(categoryId: string, itemId: string, at: Vector): string | null {
    const changes = detachItem(this.document, categoryId, itemId, at, this.#freshIds);
    this.run(changes);
    const added = changes.find(({ type }) => type === 'addNode');
    return added?.type === 'addNode' ? added.node.id : null;
  }

  /** A row becomes another category's last one; ignored when either is not there. */
  moveItem(categoryId: string, itemId: string, toCategoryId: string): void {
    this.run(moveItem(this.document, categoryId, itemId, toCategoryId, this.#freshIds));
  }

  /** A row goes to another place of its own category, after the first `slot` rows as they are now. */
  moveRow(categoryId: string, itemId: string, slot: number): void {
    this.run(moveRow(this.document, categoryId, itemId, slot));
  }

  /**
   * A row of a category is let go at a world point: over its own category it goes to the place under the point, over another
   * one it moves there, anywhere else it becomes a node of its own. A row that is not there is ignored.
   */
  placeItem(categoryId: string, itemId: string, at: Vector): void {
    const row = { nodeId: categoryId, itemId };
    this.run(placeItem(this.document, row, rowSlotAt(this, categoryId, at), at, this.#freshIds));
  }

  /** Nodes go into another one, those that it takes: items and texts become a category's last rows. */
  dropInto(nodeIds: Iterable<string>, targetId: string): void {
    this.run(dropInto(this.document, nodeIds, targetId, this.#freshIds));
  }

  /** Text as typed; a word typed in one go is one undo step. */
  editText(field: TextField, text: string): void {
    this.run(editText(this.document, field, text), `edit:${field.nodeId}:${field.itemId ?? ''}:${field.name}`);
  }

  /** Opens a text for editing, where it can be read; ignored when the node does not offer it. */
  startEditing(field: TextField): void {
    if (!hasTextField(this.document.kinds, this.document.node(field.nodeId), field)) return;
    if (!this.drawsParts) this.flyTo([field.nodeId]);
    this.#focus.edit(field);
  }

  stopEditing(): void {
    if (this.editing) this.#focus.edit(null);
  }

  /** Replaces the selection, ids that are not there left out; what is selected comes to the front. */
  select(selection: Partial<Selection>): void {
    this.#focus.select(selection);
  }

  selectAll(): void {
    this.#focus.selectAll();
  }

  removeSelected(): void {
    const gone = removeSelection(this.selection);
    this.select({});
    this.run(gone);
  }

  /** Moves the selected nodes; presses of the arrow keys in a row, on one selection, are one undo step. */
  nudge(delta: Vector): void {
    this.run(moveNodes(this.document, this.selection.nodes, delta), 'nudge');
  }

  /** What Enter does on the selected node: edit its first text, else press its first button. */
  openSelected(): void {
    openSelected(this);
  }

  /** Tells the app that a button of a card was pressed. A run button that is off (see canRun) stays silent, but what runs or waits can always be stopped by it. */
  act(nodeId: string, action: CardAction): void {
    const node = this.document.node(nodeId);
    if (!node || (action === 'run' && !this.#runs.isUnderWay(nodeId) && !canRun(this.document, node))) return;
    this.#listeners.tell({ type: 'action', nodeId, action });
  }

  /** Shows what runs or has failed. `flow`: from 0 to 1, how far what flows to the running nodes has gone; with null, as under reduced motion, nothing flows. */
  setRuns(runs: ReadonlyMap<string, NodeRun>, flow: number | null = null): void {
    this.#invalidate(this.scene.drag ? BOTH_LAYERS : ['world'], 'runs', this.#runs.set(runs, flow));
  }

  /** Shows on the cards how many finished pictures they have. */
  setTakes(takes: ReadonlyMap<string, NodeTakes>): void {
    const differing = differingTakes(this.takes, takes);
    this.takes = takes;
    if (differing.size > 0) this.repaint('takes', differing);
  }

  /** Asks for a new picture of all that is in view, or of these nodes: something outside the editor looks different now. */
  repaint(reason: string, nodeIds?: ReadonlySet<string>): void {
    this.#invalidate(BOTH_LAYERS, reason, nodeIds ? this.scene.areaOf([nodeIds]) : 'all');
  }

  /** Brings everything, or these nodes, into view, never nearer than 1 nor below the least zoom (see `cameraOver`). */
  fit(nodeIds?: Iterable<string>): void {
    const box = this.scene.bounds(nodeIds);
    if (box) this.viewport.fit(box);
  }

  /** Takes the view to these nodes, as `fit` does, in some frames that a clock must tick (see wantsTicks). */
  flyTo(nodeIds: Iterable<string>): void {
    const box = this.scene.bounds(nodeIds);
    if (box) this.#tool.fly(box);
  }

  /** Whether cards show their buttons, rows and texts at this zoom; what they do not show cannot be pressed. */
  get drawsParts(): boolean {
    return drawsParts(detailAt(this.viewport.camera.zoom));
  }

  /** What lies under a screen point. */
  hit(screen: Vector): Hit {
    const { scene, selection, deleteRadius, viewport, runs, takes } = this;
    const { zoom } = viewport.camera;
    return hitTest({ scene, selection, zoom, deleteRadius, runs, takes }, viewport.toWorld(screen));
  }

  #viewChanged(what: 'camera' | 'size'): void {
    if (what === 'camera') this.#listeners.tell({ type: 'camera' });
    this.#invalidate(BOTH_LAYERS, what, what === 'camera' ? [] : 'all');
    this.#tool.viewMoved();
  }

  /** Answers the way back from what took effect. */
  #apply(wanted: readonly Change[], origin: Origin, group: string | null = null): readonly Change[] {
    const { changes, inverse, effects } = this.document.apply(wanted);
    if (changes.length === 0) return inverse;
    if (origin === 'user') this.#history.record(inverse, group);
    const { cards, all } = this.scene.update(changes);
    this.#focus.dropGone(changes);
    if (this.hoverId !== null && !this.document.node(this.hoverId)) this.#gesture.setHover(null);
    this.#listeners.tell({ type: 'document', changes, effects, origin, cards });
    this.#invalidate(BOTH_LAYERS, 'document', all);
    this.#tool.documentChanged();
    return inverse;
  }

  #invalidate(layers: readonly LayerName[], reason: string, area: DirtyRegion): void {
    this.#listeners.tell({ type: 'invalidate', layers, reason, area });
  }
}
