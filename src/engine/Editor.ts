import { connect } from './commands/connect';
import { detachItem } from './commands/detachItem';
import { editText, type TextField } from './commands/editText';
import { mergeIntoCategory } from './commands/mergeIntoCategory';
import { moveNodes } from './commands/moveNodes';
import { newNode, placeNode } from './commands/placeNode';
import { removeSelection } from './commands/removeSelection';
import type { EditorEvent, LayerName, Origin } from './EditorEvent';
import { clampZoom, fitBox, toWorld, visibleBox, zoomAt, type Camera, type Size } from './geometry/camera';
import { union, type Box } from './geometry/box';
import type { Vector } from './geometry/vector';
import { cardLayout, type CardAction } from './model/cardLayout';
import type { Change } from './model/Change';
import type { FlowNode } from './model/FlowNode';
import { GraphDocument } from './model/GraphDocument';
import { History } from './model/History';
import type { NodeType } from './model/nodeKinds';
import type { Snapshot } from './model/Snapshot';
import type { NodeRun } from './paint/PaintEnvironment';
import type { HandleRef } from './scene/connectionRule';
import { hitTest, type Hit, type Selection } from './scene/hitTest';
import { Scene } from './scene/Scene';
import { runShortcut } from './shortcuts';
import { createState } from './tools/createState';
import type { EditorInput, KeyInput, PointerInput, WheelInput } from './tools/input';
import { NO_PREVIEW, type Preview, type Start, type ToolContext, type ToolState } from './tools/ToolState';

/** Screen pixels around what is fitted into view. */
const FIT_PADDING = 60;
/** How fast the wheel zooms: one notch (100 px) is about 1.22 times. */
const WHEEL_ZOOM = 0.002;
/** Small targets are widened by so many screen pixels when zoomed out. */
const SLACK = 4;

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
  readonly #context: ToolContext;
  readonly #unknown: Readonly<Record<string, unknown>>;
  #state: ToolState;
  #camera: Camera;
  #size: Size = { width: 0, height: 0 };
  #selection: Selection = { nodes: new Set(), edges: new Set() };
  #preview: Preview = NO_PREVIEW;
  #hoverId: string | null = null;
  #editing: TextField | null = null;
  #runs: ReadonlyMap<string, NodeRun> = new Map();
  #isSpaceHeld = false;
  #firstTouch: PointerInput | null = null;

  constructor({ snapshot, uniqueId }: EditorOptions) {
    const { nodes, edges, viewport, ...unknown } = snapshot;
    this.document = new GraphDocument({ nodes, edges });
    this.scene = new Scene(this.document);
    this.#camera = { ...viewport, zoom: clampZoom(viewport.zoom) };
    this.#unknown = unknown;
    this.#uniqueId = uniqueId;
    this.#context = this.#createContext();
    this.#state = createState(this.#context, { name: 'idle' });
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
    return `select.${this.#state.name}`;
  }

  get preview(): Preview {
    return this.#preview;
  }

  get hoverId(): string | null {
    return this.#hoverId;
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
        this.#pointerDown(input);
        return true;
      case 'pointerMove':
        this.#state.onPointerMove?.(input);
        return true;
      case 'pointerUp':
        if (this.#firstTouch?.pointerId === input.pointerId) this.#firstTouch = null;
        this.#state.onPointerUp?.(input);
        return true;
      case 'wheel':
        this.#wheel(input);
        return true;
      case 'doubleClick':
        this.#doubleClick(input.point);
        return true;
      case 'pointerLeave':
        this.#setHover(null);
        return true;
      case 'cancel':
        this.#isSpaceHeld = false;
        this.#firstTouch = null;
        this.#state.onCancel?.();
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
    this.#history.record(inverse, done, group);
    this.#changed(done, 'user');
  }

  /** Changes from outside: results of a generation, another tab, the server. The person's undo does not touch them. */
  merge(changes: readonly Change[]): void {
    const { changes: done } = this.document.apply(changes);
    if (done.length > 0) this.#changed(done, 'merge');
  }

  undo(): void {
    this.#travel(this.#history.back());
  }

  redo(): void {
    this.#travel(this.#history.forward());
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
    if (!changes) {
      this.#emit({ type: 'refused' });
      return false;
    }
    this.run(changes);
    return true;
  }

  /** Takes a row out of a category to a world point. */
  detachItem(categoryId: string, itemId: string, at: Vector): void {
    this.run(detachItem(this.document, categoryId, itemId, at, `categoryItem_node_${this.#uniqueId()}`));
  }

  mergeIntoCategory(nodeIds: Iterable<string>, categoryId: string): void {
    this.run(mergeIntoCategory(this.document, nodeIds, categoryId));
  }

  /** Text as typed; a word typed in one go is one undo step. */
  editText(field: TextField, text: string): void {
    this.run(editText(this.document, field, text), `edit:${field.nodeId}:${field.itemId ?? ''}:${field.name}`);
  }

  startEditing(field: TextField): void {
    this.#editing = field;
    this.#emit({ type: 'editing' });
    this.#stale(['world', 'overlay'], 'editing');
  }

  stopEditing(): void {
    if (!this.#editing) return;
    this.#editing = null;
    this.#history.seal();
    this.#emit({ type: 'editing' });
    this.#stale(['world', 'overlay'], 'editing');
  }

  /** Replaces the selection; what is selected comes to the front. */
  select({ nodes = new Set(), edges = new Set() }: Partial<Selection>): void {
    if (isSameSet(nodes, this.#selection.nodes) && isSameSet(edges, this.#selection.edges)) return;
    this.#selection = { nodes, edges };
    if (nodes.size > 0) this.scene.raised = nodes;
    this.#emit({ type: 'selection' });
    this.#stale(['world', 'overlay'], 'selection');
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

  /** Moves the selected nodes; presses of the arrow keys in a row are one undo step. */
  nudge(delta: Vector): void {
    this.run(moveNodes(this.document, this.#selection.nodes, delta), 'nudge');
  }

  /** What Enter does on the selected node: edit its first text, else press its first button. */
  openSelected(): void {
    const [id] = this.#selection.nodes;
    const node = id === undefined ? undefined : this.document.node(id);
    if (node) this.#open(node);
  }

  /** Tells the app that a button of a card was pressed. */
  act(nodeId: string, action: CardAction): void {
    this.#emit({ type: 'action', nodeId, action });
  }

  setRuns(runs: ReadonlyMap<string, NodeRun>): void {
    this.#runs = runs;
    this.#stale(['world', 'overlay'], 'runs');
  }

  setSize(size: Size): void {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.#stale(['world', 'overlay'], 'size');
  }

  setCamera(camera: Camera): void {
    const next = { ...this.#camera, x: camera.x, y: camera.y, zoom: clampZoom(camera.zoom) };
    if (next.x === this.#camera.x && next.y === this.#camera.y && next.zoom === this.#camera.zoom) return;
    this.#camera = next;
    this.#emit({ type: 'camera' });
    this.#stale(['world', 'overlay'], 'camera');
  }

  /** Zooms by a factor around a screen point, the middle of the stage by default. */
  zoomBy(factor: number, around: Vector = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.setCamera(zoomAt(this.#camera, around, factor));
  }

  zoomTo(zoom: number): void {
    this.zoomBy(zoom / this.#camera.zoom);
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
    return hitTest(
      this.scene,
      this.#selection,
      (id) => this.document.node(id),
      (id) => this.document.edge(id),
      this.toWorld(screen),
      Math.max(0, SLACK / this.#camera.zoom - SLACK),
    );
  }

  #pointerDown(input: PointerInput): void {
    if (input.pointerType === 'touch') {
      if (this.#firstTouch && this.#firstTouch.pointerId !== input.pointerId) {
        this.#state.onCancel?.();
        this.#enter({ name: 'pinching', first: this.#firstTouch, second: input });
        return;
      }
      this.#firstTouch = input;
    }
    this.#state.onPointerDown?.(input);
  }

  #wheel(input: WheelInput): void {
    if (input.primary) {
      this.zoomBy(Math.exp(-input.deltaY * WHEEL_ZOOM), input.point);
      return;
    }
    const { x, y, zoom } = this.#camera;
    // A wheel without a sideways axis pans sideways with shift, as everywhere else.
    const [deltaX, deltaY] =
      input.shift && input.deltaX === 0 ? [input.deltaY, 0] : ([input.deltaX, input.deltaY] as const);
    this.setCamera({ x: x - deltaX, y: y - deltaY, zoom });
  }

  #keyDown(input: KeyInput): boolean {
    if (input.key === ' ') {
      this.#isSpaceHeld = true;
      return true;
    }
    if (input.key === 'Escape') {
      if (this.#state.name === 'idle') this.select({});
      else this.#state.onCancel?.();
      return true;
    }
    return runShortcut(this, input);
  }

  #doubleClick(point: Vector): void {
    const hit = this.hit(point);
    if (hit.type !== 'node' && hit.type !== 'grip') return;
    const at = this.toWorld(point);
    const corner = this.scene.positionOf(hit.node);
    const local = { x: at.x - corner.x, y: at.y - corner.y };
    const layout = cardLayout(hit.node);
    const row = layout.rows.find(({ box }) => local.y >= box.y && local.y <= box.y + box.height);
    if (row) {
      const name = local.y < row.value.y - 4 ? 'name' : 'value';
      this.startEditing({ nodeId: hit.node.id, name, itemId: row.itemId });
      return;
    }
    const field = layout.fields.find(({ box }) => local.y >= box.y && local.y <= box.y + box.height);
    if (field) this.startEditing({ nodeId: hit.node.id, name: field.name });
    else this.#open(hit.node);
  }

  #open(node: FlowNode): void {
    const { fields, rows, actions } = cardLayout(node);
    const field = fields.find(({ name }) => name === 'value') ?? fields[0];
    const row = rows[0];
    const action = (['enlarge', 'upload', 'run', 'convert'] as const).find((name) => actions[name]);
    if (field) this.startEditing({ nodeId: node.id, name: field.name });
    else if (row) this.startEditing({ nodeId: node.id, name: 'value', itemId: row.itemId });
    else if (action) this.act(node.id, action);
  }

  #enter(start: Start): void {
    this.#state.onExit?.();
    this.#state = createState(this.#context, start);
    this.#emit({ type: 'state' });
  }

  #changed(changes: readonly Change[], origin: Origin): void {
    this.scene.update(changes);
    this.#dropGone(changes);
    this.#emit({ type: 'document', changes, origin });
    this.#stale(['world', 'overlay'], 'document');
  }

  /** What is selected or edited may have been removed by anyone. */
  #dropGone(changes: readonly Change[]): void {
    if (!changes.some(({ type }) => type === 'removeNode' || type === 'removeEdge' || type === 'replaceNode')) return;
    const { nodes, edges } = this.#selection;
    this.select({
      nodes: new Set([...nodes].filter((id) => this.document.node(id))),
      edges: new Set([...edges].filter((id) => this.document.edge(id))),
    });
    if (this.#editing && !this.document.node(this.#editing.nodeId)) this.stopEditing();
  }

  #travel(changes: readonly Change[] | null): void {
    if (!changes) return;
    const { changes: done } = this.document.apply(changes);
    if (done.length > 0) this.#changed(done, 'history');
  }

  #setHover(nodeId: string | null): void {
    if (nodeId === this.#hoverId) return;
    this.#hoverId = nodeId;
    this.#emit({ type: 'hover' });
  }

  #setPreview(preview: Partial<Preview>): void {
    const next = { ...this.#preview, ...preview };
    const isWorldTouched =
      next.mergeTargetId !== this.#preview.mergeTargetId || (next.pipe === null) !== (this.#preview.pipe === null);
    this.#preview = next;
    this.#emit({ type: 'preview' });
    this.#stale(isWorldTouched ? ['world', 'overlay'] : ['overlay'], 'preview');
  }

  #boxesOf(nodeIds: Iterable<string>): Box[] {
    return Array.from(nodeIds).flatMap((id) => {
      const node = this.document.node(id);
      return node ? [this.scene.boxOf(node)] : [];
    });
  }

  #stale(layers: readonly LayerName[], reason: string): void {
    this.#emit({ type: 'stale', layers, reason });
  }

  #emit(event: EditorEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #createContext(): ToolContext {
    return {
      document: this.document,
      scene: this.scene,
      camera: () => this.#camera,
      selection: () => this.#selection,
      isSpaceHeld: () => this.#isSpaceHeld,
      toWorld: (screen) => this.toWorld(screen),
      hit: (screen) => this.hit(screen),
      enter: (start) => this.#enter(start),
      setCamera: (camera) => this.setCamera(camera),
      select: (selection) => this.select(selection),
      setHover: (nodeId) => this.#setHover(nodeId),
      setPreview: (preview) => this.#setPreview(preview),
      startDrag: (nodeIds) => {
        this.scene.startDrag(nodeIds);
        this.#stale(['world', 'overlay'], 'drag');
      },
      moveDrag: (delta) => {
        this.scene.moveDrag(delta);
        this.#stale(['overlay'], 'drag');
      },
      endDrag: () => {
        if (!this.scene.drag) return;
        this.scene.endDrag();
        this.#stale(['world', 'overlay'], 'drag');
      },
      run: (changes) => this.run(changes),
      removeSelected: () => this.removeSelected(),
      act: (nodeId, action) => this.act(nodeId, action),
      refuseConnection: () => this.#emit({ type: 'refused' }),
      uniqueId: this.#uniqueId,
    };
  }
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));
