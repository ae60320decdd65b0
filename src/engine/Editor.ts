import { connect } from './commands/connect';
import { detachItem } from './commands/detachItem';
import { editText, type TextField } from './commands/editText';
import { mergeIntoCategory } from './commands/mergeIntoCategory';
import { moveItem } from './commands/moveItem';
import { moveNodes } from './commands/moveNodes';
import { placeItem } from './commands/placeItem';
import { placeConnected } from './commands/placeConnected';
import { newNode, placeNode } from './commands/placeNode';
import { removeSelection } from './commands/removeSelection';
import { BOTH_LAYERS, type EditorEvent, type LayerName, type Origin } from './EditorEvent';
import { clampCamera, fitBox, toWorld, visibleBox, zoomTo, type Camera, type Size } from './geometry/camera';
import { union, type Box } from './geometry/box';
import type { StaleArea } from './geometry/repaintPlan';
import type { Vector } from './geometry/vector';
import type { CardAction } from './model/cardLayout';
import type { Change } from './model/Change';
import { GraphDocument } from './model/GraphDocument';
import { History } from './model/History';
import type { NodeType } from './model/nodeKinds';
import type { Snapshot } from './model/Snapshot';
import type { NodeRun } from './paint/PaintEnvironment';
import { canRun } from './scene/canRun';
import type { HandleRef } from './scene/connectionRule';
import { deleteRadius } from './scene/deleteButton';
import { dropTargetAt } from './scene/dropTarget';
import { hitTest, type Hit, type Selection } from './scene/hitTest';
import { Scene } from './scene/Scene';
import { hasTextField } from './scene/textField';
import { runShortcut } from './shortcuts';
import { afterWheel } from './tools/afterWheel';
import { GestureView } from './tools/GestureView';
import type { EditorInput, KeyInput } from './tools/input';
import { openAt, openCard } from './tools/openCard';
import { StateChart } from './tools/StateChart';
import type { Preview, ToolContext } from './tools/ToolState';

/** Screen pixels around what is fitted into view. */
const FIT_PADDING = 60;

export interface EditorOptions {
  readonly snapshot: Snapshot;
  /** A new unique id at each call; ids of nodes are built from it. */
  readonly uniqueId: () => string;
}

/**
 * The node graph editor without a screen: takes what a person does as plain data, keeps the document, the camera
 * and the selection, and tells its listeners. Draws nothing and knows no clock.
 */
export class Editor {
  readonly document: GraphDocument;
  readonly scene: Scene;
  readonly #history = new History();
  readonly #listeners = new Set<(event: EditorEvent) => void>();
  readonly #uniqueId: () => string;
  readonly #freshItemId = (): string => `categoryItem_node_${this.#uniqueId()}`;
  readonly #unknown: Readonly<Record<string, unknown>>;
  readonly #gesture: GestureView;
  readonly #tool: StateChart;
  #camera: Camera;
  #size: Size = { width: 0, height: 0 };
  #selection: Selection = { nodes: new Set(), edges: new Set() };
  #editing: TextField | null = null;
  #runs: ReadonlyMap<string, NodeRun> = new Map();
  #isSpaceHeld = false;

  constructor({ snapshot, uniqueId }: EditorOptions) {
    const { nodes, edges, viewport, ...unknown } = snapshot;
    this.document = new GraphDocument({ nodes, edges });
    this.scene = new Scene(this.document);
    this.#camera = clampCamera(viewport);
    this.#unknown = unknown;
    this.#uniqueId = uniqueId;
    this.#gesture = new GestureView(this.scene, (event) => this.#emit(event));
    this.#tool = new StateChart(this.#createContext(), {
      onEntered: () => this.#emit({ type: 'state' }),
      onTicksWanted: () => this.#emit({ type: 'ticks' }),
    });
  }

  get camera(): Camera {
    return this.#camera;
  }

  /** Of the stage, in screen pixels; zero until the stage is mounted. */
  get size(): Size {
    return this.#size;
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** The readable path of the tool's state, such as `select.dragging`. */
  get state(): string {
    return `select.${this.#tool.name}`;
  }

  /**
   * Whether time matters just now, because something is held at the edge of the stage: then a `tick` each frame pulls
   * the view along. The editor knows no clock; it emits `ticks` when this changes.
   */
  get wantsTicks(): boolean {
    return this.#tool.wantsTicks;
  }

  get preview(): Preview {
    return this.#gesture.preview;
  }

  /** Of the selection's round delete buttons, in world pixels; they keep a usable size on the screen. */
  get deleteRadius(): number {
    return deleteRadius(this.#selection.nodes.size + this.#selection.edges.size, this.#camera.zoom);
  }

  /** While it is, a press pans wherever it lands. */
  get isSpaceHeld(): boolean {
    return this.#isSpaceHeld;
  }

  get hoverId(): string | null {
    return this.#gesture.hoverId;
  }

  get editing(): TextField | null {
    return this.#editing;
  }

  /** What runs or has failed, by node id. */
  get runs(): ReadonlyMap<string, NodeRun> {
    return this.#runs;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** What is saved: the committed document and the camera. Unchanged nodes and edges keep their reference. */
  snapshot(): Snapshot {
    return { ...this.#unknown, nodes: this.document.nodes, edges: this.document.edges, viewport: this.#camera };
  }

  /** Answers the way to unsubscribe. */
  subscribe(listener: (event: EditorEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes one input; answers whether it meant something to the canvas. */
  dispatch(input: EditorInput): boolean {
    switch (input.type) {
      case 'pointerDown':
        this.#tool.pointerDown(input);
        return true;
      case 'pointerMove':
        this.#tool.pointerMove(input);
        return true;
      case 'pointerUp':
        this.#tool.pointerUp(input);
        return true;
      case 'wheel':
        this.setCamera(afterWheel(this.#camera, input));
        return true;
      case 'tick':
        this.#tool.tick(input.elapsedMs);
        return true;
      case 'doubleClick':
        // Two taps of a palm are no answer to what a pen is doing.
        if (this.#tool.isIdle) openAt(this, input.point);
        return true;
      case 'pointerLeave':
        this.#gesture.setHover(null);
        return true;
      case 'cancel':
        // A key's release may be lost with the window, never with a pointer.
        if (input.pointerId === undefined) this.#isSpaceHeld = false;
        this.#tool.takeAway(input.pointerId ?? null);
        return true;
      case 'keyUp':
        if (input.key === ' ') this.#isSpaceHeld = false;
        return input.key === ' ';
      case 'keyDown':
        return this.#keyDown(input);
    }
  }

  /** One undoable step. Steps of the same `group` that follow one another are undone together. */
  run(changes: readonly Change[], group: string | null = null): void {
    const { changes: done, inverse } = this.document.apply(changes);
    if (done.length === 0) return;
    this.#history.record(inverse, group);
    this.#changed(done, 'user');
  }

  /** Changes from outside: results of a generation, another tab, the server. The person's undo does not touch them. */
  merge(changes: readonly Change[]): void {
    const { changes: done } = this.document.apply(changes);
    if (done.length > 0) this.#changed(done, 'merge');
  }

  undo(): void {
    this.#history.back((changes) => this.#travel(changes));
  }

  redo(): void {
    this.#history.forward((changes) => this.#travel(changes));
  }

  /** Adds a node of the palette with its top left corner at the world point, and selects it. Answers its id. */
  addNode(type: NodeType, model: string | null, at: Vector): string {
    const node = newNode(type, model, at, this.#uniqueId());
    this.run(placeNode(node));
    this.select({ nodes: new Set([node.id]) });
    return node.id;
  }

  /** Joins two handles in either order; answers whether the rules allowed it. */
  connect(one: HandleRef, other: HandleRef): boolean {
    const changes = connect(this.document, one, other);
    if (changes) this.run(changes);
    else this.#emit({ type: 'refused' });
    return changes !== null;
  }

  /**
   * Begins a pipe that no pointer leads: it hangs over the free floor beside its handle. Ignored in the middle of a
   * gesture, and at a handle that takes no pipe.
   */
  beginPipe(from: HandleRef): void {
    if (this.#tool.takesKeys) this.#tool.enter({ name: 'leading', anchor: from });
  }

  /** Leads the pipe that was begun to a handle, or back over the floor (null). */
  aimPipe(target: HandleRef | null): void {
    this.#tool.aim(target);
  }

  /** Lets the pipe that was begun go where it is: it is connected or refused there, or an offer (see Preview). */
  dropPipe(): void {
    this.#tool.letGo();
  }

  /**
   * Adds a node of the palette joined to a handle, in one undoable step, and selects it: the answer to an offer (see
   * Preview). The handle that takes or feeds the pipe lies at the world point, as near as the grid allows. Answers the
   * node's id, or null when the rules cannot join the two.
   */
  addConnected(from: HandleRef, type: NodeType, model: string | null, at: Vector): string | null {
    if (this.preview.offer) this.#tool.cancel();
    const placed = placeConnected(this.document, from, { type, model }, at, this.#uniqueId());
    if (!placed) {
      this.#emit({ type: 'refused' });
      return null;
    }
    this.run(placed.changes);
    this.select({ nodes: new Set([placed.nodeId]) });
    return placed.nodeId;
  }

  /** Takes a row out of a category to a world point. Answers its node's id, or null when there is no such row. */
  detachItem(categoryId: string, itemId: string, at: Vector): string | null {
    const changes = detachItem(this.document, categoryId, itemId, at, this.#freshItemId);
    this.run(changes);
    const added = changes.find(({ type }) => type === 'addNode');
    return added?.type === 'addNode' ? added.node.id : null;
  }

  /** A row becomes another category's last one; ignored when either is not there. */
  moveItem(categoryId: string, itemId: string, toCategoryId: string): void {
    this.run(moveItem(this.document, categoryId, itemId, toCategoryId, this.#freshItemId));
  }

  /**
   * A row of a category is let go at a world point: over its own category it stays, over another one it moves there,
   * anywhere else it becomes a node of its own. A row that is not there is ignored.
   */
  placeItem(categoryId: string, itemId: string, at: Vector): void {
    const target = dropTargetAt(this.scene, at, ['categoryItem']);
    const row = { nodeId: categoryId, itemId };
    this.run(placeItem(this.document, row, target?.id ?? null, at, this.#freshItemId));
  }

  /** Items and texts become the category's last rows; other nodes are left out. */
  mergeIntoCategory(nodeIds: Iterable<string>, categoryId: string): void {
    this.run(mergeIntoCategory(this.document, nodeIds, categoryId, this.#freshItemId));
  }

  /** Text as typed; a word typed in one go is one undo step. */
  editText(field: TextField, text: string): void {
    this.run(editText(this.document, field, text), `edit:${field.nodeId}:${field.itemId ?? ''}:${field.name}`);
  }

  /** Opens a text for editing; ignored when the node does not offer it. */
  startEditing(field: TextField): void {
    if (!hasTextField(this.document.node(field.nodeId), field)) return;
    this.#history.seal();
    const before = this.#editing;
    this.#editing = field;
    this.#emit({ type: 'editing' });
    this.#stale(BOTH_LAYERS, 'editing', this.scene.areaOf(new Set([before?.nodeId ?? field.nodeId, field.nodeId])));
  }

  stopEditing(): void {
    if (!this.#editing) return;
    const { nodeId } = this.#editing;
    this.#editing = null;
    this.#history.seal();
    this.#emit({ type: 'editing' });
    this.#stale(BOTH_LAYERS, 'editing', this.scene.areaOf(new Set([nodeId])));
  }

  /** Replaces the selection, ids that are not there left out; what is selected comes to the front. */
  select(selection: Partial<Selection>): void {
    const nodes = those(selection.nodes, (id) => this.document.node(id) !== undefined);
    const edges = those(selection.edges, (id) => this.document.edge(id) !== undefined);
    if (isSameSet(nodes, this.#selection.nodes) && isSameSet(edges, this.#selection.edges)) return;
    const { scene } = this;
    const before = this.#selection;
    const touched = [scene.raised, before.nodes, nodes];
    this.#selection = { nodes, edges };
    if (nodes.size > 0) scene.raised = nodes;
    this.#history.seal();
    this.#emit({ type: 'selection' });
    this.#stale(BOTH_LAYERS, 'selection', scene.areaOf(joined(touched), joined([before.edges, edges])));
  }

  selectAll(): void {
    this.select({
      nodes: new Set(this.document.nodes.map(({ id }) => id)),
      edges: new Set(this.document.edges.map(({ id }) => id)),
    });
  }

  removeSelected(): void {
    const gone = removeSelection(this.#selection);
    this.select({});
    this.run(gone);
  }

  /** Moves the selected nodes; presses of the arrow keys in a row, on one selection, are one undo step. */
  nudge(delta: Vector): void {
    this.run(moveNodes(this.document, this.#selection.nodes, delta), 'nudge');
  }

  /** What Enter does on the selected node: edit its first text, else press its first button. */
  openSelected(): void {
    const [id] = this.#selection.nodes;
    const node = id === undefined ? undefined : this.document.node(id);
    if (node) openCard(this, node, ['enlarge', 'upload', 'run', 'convert']);
  }

  /** Tells the app that a button of a card was pressed. A run button that is off (see canRun) stays silent. */
  act(nodeId: string, action: CardAction): void {
    const node = this.document.node(nodeId);
    if (!node || (action === 'run' && !canRun(this.document, node))) return;
    this.#emit({ type: 'action', nodeId, action });
  }

  setRuns(runs: ReadonlyMap<string, NodeRun>): void {
    const before = this.#runs;
    this.#runs = runs;
    const differing = [...before.keys(), ...runs.keys()].filter((id) => before.get(id) !== runs.get(id));
    this.#stale(this.scene.drag ? BOTH_LAYERS : ['world'], 'runs', this.scene.areaOf(new Set(differing)));
  }

  /** Asks for a new picture of all that is in view, or of these nodes: something outside the editor looks different now. */
  repaint(reason: string, nodeIds?: ReadonlySet<string>): void {
    this.#stale(BOTH_LAYERS, reason, nodeIds ? this.scene.areaOf(nodeIds) : 'all');
  }

  setSize(size: Size): void {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.#stale(BOTH_LAYERS, 'size');
    this.#tool.viewMoved();
  }

  setCamera(camera: Camera): void {
    const next = clampCamera({ ...this.#camera, x: camera.x, y: camera.y, zoom: camera.zoom });
    if (next.x === this.#camera.x && next.y === this.#camera.y && next.zoom === this.#camera.zoom) return;
    this.#camera = next;
    this.#emit({ type: 'camera' });
    this.#stale(BOTH_LAYERS, 'camera', []);
    this.#tool.viewMoved();
  }

  /** Zooms by a factor around a screen point, the middle of the stage by default. */
  zoomBy(factor: number, around: Vector = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.setCamera(zoomTo(this.#camera, around, this.#camera.zoom * factor));
  }

  /** Zooms to exactly this, within bounds, around the middle of the stage. */
  zoomTo(zoom: number): void {
    this.setCamera(zoomTo(this.#camera, { x: this.#size.width / 2, y: this.#size.height / 2 }, zoom));
  }

  /** Brings everything, or these nodes, into view; never nearer than 1. */
  fit(nodeIds?: Iterable<string>): void {
    const box = nodeIds ? union(this.#boxesOf(nodeIds)) : this.scene.bounds();
    if (box && this.#size.width > 0) this.setCamera(fitBox(box, this.#size, FIT_PADDING));
  }

  /** Puts the world point in the middle of the stage. */
  centreOn(point: Vector): void {
    const { zoom } = this.#camera;
    this.setCamera({ x: this.#size.width / 2 - point.x * zoom, y: this.#size.height / 2 - point.y * zoom, zoom });
  }

  /** The part of the world on the stage. */
  visibleBox(): Box {
    return visibleBox(this.#camera, this.#size);
  }

  toWorld(screen: Vector): Vector {
    return toWorld(this.#camera, screen);
  }

  hit(screen: Vector): Hit {
    const { scene, deleteRadius } = this;
    const { zoom } = this.#camera;
    const hasFailed = (nodeId: string): boolean => this.#runs.get(nodeId)?.state === 'failed';
    return hitTest({ scene, selection: this.#selection, zoom, deleteRadius, hasFailed }, this.toWorld(screen));
  }

  #keyDown(input: KeyInput): boolean {
    if (input.key === ' ') {
      this.#isSpaceHeld = true;
      return true;
    }
    if (input.key === 'Escape') {
      if (this.#tool.isIdle) this.select({});
      else this.#tool.cancel();
      return true;
    }
    // In the middle of a gesture the keys wait: what it holds must not change under the hand.
    return this.#tool.takesKeys && runShortcut(this, input);
  }

  #changed(changes: readonly Change[], origin: Origin): void {
    const { cards, all } = this.scene.update(changes);
    this.#dropGone(changes);
    this.#emit({ type: 'document', changes, origin, cards });
    this.#stale(BOTH_LAYERS, 'document', all);
    this.#tool.documentChanged();
  }

  /** What is selected, hovered or edited may have been removed by anyone. */
  #dropGone(changes: readonly Change[]): void {
    if (this.#editing && !hasTextField(this.document.node(this.#editing.nodeId), this.#editing)) this.stopEditing();
    if (!changes.some(({ type }) => type === 'removeNode' || type === 'removeEdge')) return;
    this.select(this.#selection);
    if (this.hoverId !== null && !this.document.node(this.hoverId)) this.#gesture.setHover(null);
  }

  /** Answers the way back from what took effect. */
  #travel(changes: readonly Change[]): readonly Change[] {
    const { changes: done, inverse } = this.document.apply(changes);
    if (done.length > 0) this.#changed(done, 'history');
    return inverse;
  }

  #boxesOf(nodeIds: Iterable<string>): Box[] {
    return Array.from(nodeIds).flatMap((id) => {
      const node = this.document.node(id);
      return node ? [this.scene.boxOf(node)] : [];
    });
  }

  #stale(layers: readonly LayerName[], reason: string, area: StaleArea = 'all'): void {
    this.#emit({ type: 'stale', layers, reason, area });
  }

  #emit(event: EditorEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #createContext(): ToolContext {
    return {
      document: this.document,
      scene: this.scene,
      camera: () => this.#camera,
      size: () => this.#size,
      selection: () => this.#selection,
      isSpaceHeld: () => this.#isSpaceHeld,
      toWorld: (screen) => this.toWorld(screen),
      hit: (screen) => this.hit(screen),
      enter: (start) => this.#tool.enter(start),
      setCamera: (camera) => this.setCamera(camera),
      select: (selection) => this.select(selection),
      setHover: (nodeId) => this.#gesture.setHover(nodeId),
      setPreview: (preview) => this.#gesture.setPreview(preview),
      startDrag: (nodeIds) => this.#gesture.startDrag(nodeIds),
      moveDrag: (delta) => this.#gesture.moveDrag(delta),
      endDrag: () => this.#gesture.endDrag(),
      run: (changes) => this.run(changes),
      act: (nodeId, action) => this.act(nodeId, action),
      refuseConnection: () => this.#emit({ type: 'refused' }),
      freshItemId: this.#freshItemId,
    };
  }
}

const joined = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> => {
  // One that is far too large already stands for them all: only its size will be asked.
  const large = sets.find((set) => set.size > 1_000);
  return large ?? new Set(sets.flatMap((set) => [...set]));
};

/** The ids that are there; the very same set when all are. */
function those(ids: ReadonlySet<string> = new Set(), isThere: (id: string) => boolean): ReadonlySet<string> {
  for (const id of ids) if (!isThere(id)) return new Set(Array.from(ids).filter(isThere));
  return ids;
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a === b || (a.size === b.size && Array.from(a).every((id) => b.has(id)));
