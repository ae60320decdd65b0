import assert from 'node:assert/strict';
import {
  cardLayout,
  deleteButtonOfEdge,
  deleteButtonOfNode,
  Editor,
  handlesOf,
  type Viewport,
  type CardAction,
  type EdgeEnd,
  type EditorEvent,
  type FlowNode,
  type LayerName,
  type ConnectionPreview,
  type Snapshot,
  type Vector,
} from '../../src/engine';
import { FlowStore } from '../../src/stores/flow/FlowStore';

const STAGE = { width: 1000, height: 700 };

/** The engine as a person sees it: the places and states of things. */
export class SeenEditor {
  readonly engine: Editor;
  #events: EditorEvent[] = [];
  #flow: FlowStore | undefined;

  constructor(snapshot: Snapshot) {
    let made = 0;
    this.engine = new Editor({ snapshot, uniqueId: () => `new${++made}` });
    this.engine.view.setSize(STAGE);
    this.engine.subscribe((event) => this.#events.push(event));
  }

  /** The store that screens observe. */
  get flow(): FlowStore {
    return (this.#flow ??= new FlowStore(this.engine));
  }

  // Places of things, in world points.

  handle(name: string, handleId: string): Vector {
    const node = this.node(name);
    const handle = handlesOf(node).find(({ id }) => id === handleId);
    if (!handle) throw new Error(`${name} has no handle ${handleId}`);
    return this.engine.scene.handlePosition(node, handle);
  }

  /** The round red button of a node or an edge. */
  deleteButton(id: string): Vector {
    const edge = this.engine.document.edge(id);
    return edge
      ? deleteButtonOfEdge(this.engine.scene.routeOf(edge))
      : deleteButtonOfNode(this.engine.scene.boxOf(this.node(id)), this.engine.deleteRadius);
  }

  middleOf(edgeId: string): Vector {
    const edge = this.engine.document.edge(edgeId);
    if (!edge) throw new Error(`no edge ${edgeId}`);
    return deleteButtonOfEdge(this.engine.scene.routeOf(edge));
  }

  /** The point at which a pipe begins or ends. */
  endOf(edgeId: string, end: EdgeEnd): Vector {
    const edge = this.engine.document.edge(edgeId);
    const point = edge && this.engine.scene.routeOf(edge).at(end === 'source' ? 0 : -1);
    if (!point) throw new Error(`no edge ${edgeId}`);
    return point;
  }

  /** The middle of a button, a text or a row's part of a card. */
  part(name: string, part: CardAction | 'name' | 'value' | 'retry', rowId?: string): Vector {
    const { actions, fields, rows, retry } = cardLayout(this.node(name));
    const row = rows.find((candidate) => candidate.rowId === rowId);
    const box =
      part === 'retry'
        ? retry
        : part === 'name' || part === 'value'
          ? (row?.[part] ?? fields.find((field) => field.name === part)?.box)
          : actions[part];
    if (!box) throw new Error(`${name} has no ${part}`);
    const { x, y } = this.node(name).position;
    return { x: x + box.x + box.width / 2, y: y + box.y + box.height / 2 };
  }

  grip(name: string, rowId: string): Vector {
    const row = cardLayout(this.node(name)).rows.find((candidate) => candidate.rowId === rowId);
    if (!row) throw new Error(`${name} has no row ${rowId}`);
    const { x, y } = this.node(name).position;
    return { x: x + row.grip.x + row.grip.width / 2, y: y + row.grip.y + row.grip.height / 2 };
  }

  /** The world point at this point of the stage. */
  onScreen(x: number, y: number): Vector {
    return this.engine.view.toWorld({ x, y });
  }

  // States of things.

  get state(): string {
    return this.engine.state;
  }

  /** The pipe that follows the pointer. */
  get preview(): ConnectionPreview | null {
    return this.engine.preview.connection;
  }

  get viewport(): Viewport {
    return this.engine.view.viewport;
  }

  get nodes(): string[] {
    return this.engine.document.allNodes().map(({ id }) => id);
  }

  get edges(): string[] {
    return this.engine.document.allEdges().map(({ id }) => id);
  }

  get selected(): string[] {
    const { nodes, edges } = this.engine.selection;
    return [...nodes, ...edges].toSorted();
  }

  node(name: string): FlowNode {
    const node = this.engine.document.node(name);
    if (!node) throw new Error(`no node ${name}`);
    return node;
  }

  /** The node's place in the document. */
  at(name: string): [x: number, y: number] {
    const { x, y } = this.node(name).position;
    return [x, y];
  }

  /** The node's drawn place, also during a drag. */
  drawnAt(name: string): [x: number, y: number] {
    const { x, y } = this.engine.scene.positionOf(this.node(name));
    return [x, y];
  }

  /** The nodes as drawn, lowest first. */
  get stacking(): string[] {
    return this.engine.scene.nodesIn(this.engine.view.visibleBox()).map(({ id }) => id);
  }

  /** Events since the last call. */
  takeEvents(): EditorEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Surfaces invalidated since the last call. */
  takeStale(): LayerName[] {
    const layers = this.takeEvents().flatMap((event) => (event.type === 'invalidate' ? event.layers : []));
    return [...new Set(layers)].toSorted();
  }

  get eventTypes(): string[] {
    return this.#events.map(({ type }) => type);
  }

  expectState(name: string): this {
    assert.equal(this.state, `select.${name}`);
    return this;
  }

  expectSelected(...names: string[]): this {
    assert.deepEqual(this.selected, names.toSorted());
    return this;
  }

  expectAt(name: string, x: number, y: number): this {
    assert.deepEqual(this.at(name), [x, y]);
    return this;
  }
}
