import type { EditorEvent } from '../EditorEvent';
import type { DirtyRegion } from '../geometry/box';
import type { FlowEdge } from '../document/FlowEdge';
import type { View } from '../geometry/View';
import { FULL_DETAIL_FROM_ZOOM } from '../render/card/levelOfDetail';
import type { NodeRun } from '../nodes/viewState';
import { isLongEdge } from '../geometry/edgeFade';
import { partsOfRoute } from './edgeGeometry';
import type { Scene } from './Scene';

/** Nodes that run or have failed, and the flow in the edges into them. */
export class NodeRuns {
  readonly #scene: Scene;
  readonly #view: View;
  readonly #emit: (event: EditorEvent) => void;
  readonly #byNode = new Map<string, NodeRun>();
  #flow: number | null = null;

  constructor(scene: Scene, view: View, emit: (event: EditorEvent) => void) {
    this.#scene = scene;
    this.#view = view;
    this.#emit = emit;
  }

  get byNode(): ReadonlyMap<string, NodeRun> {
    return this.#byNode;
  }

  get flow(): number | null {
    return this.#flow;
  }

  /** Whether it goes on and can be stopped. */
  isUnderWay(nodeId: string): boolean {
    const state = this.#byNode.get(nodeId)?.state;
    return state === 'running' || state === 'waiting';
  }

  /** Costs these nodes alone, and what is in view where edges look different. Returns where they do. */
  set(changes: ReadonlyMap<string, NodeRun | null>, flow: number | null): DirtyRegion {
    const { zoom } = this.#view.viewport;
    const isFlowing = flow !== this.#flow && zoom >= FULL_DETAIL_FROM_ZOOM;
    this.#flow = flow;
    const before = this.#take(changes);
    const wasRunning = (id: string): boolean =>
      (before.has(id) ? before.get(id) : this.#byNode.get(id))?.state === 'running';
    const isRunning = (id: string): boolean => this.#byNode.get(id)?.state === 'running';
    const others = [...before].filter(([id, run]) => run?.state !== this.#byNode.get(id)?.state);
    if (others.length > 0) this.#emit({ type: 'runs', nodeIds: new Set(others.map(([id]) => id)) });
    // The card of a folded frame tells the runs of the nodes that it hides.
    const { folds } = this.#scene;
    const cards = this.#scene.areaOf([new Set(Array.from(before.keys(), (id) => folds.shownIdFor(id)))]);
    if (cards === 'all') return cards;
    const turned = new Set([...before.keys()].filter((id) => wasRunning(id) !== isRunning(id)));
    if (!isFlowing && turned.size === 0) return cards;
    const looksDifferent = (edge: FlowEdge): boolean => {
      if (isFlowing && (wasRunning(edge.target) || isRunning(edge.target))) return true;
      // A long one fades again, or no longer.
      return turned.has(edge.target) && isLongEdge(this.#scene.routeOf(edge), zoom);
    };
    const edges = this.#scene.edgesIn(this.#view.visibleBox()).filter(looksDifferent);
    return [...cards, ...edges.flatMap((edge) => partsOfRoute(this.#scene.routeOf(edge)))];
  }

  /** Returns what was there before of the nodes that look different now. */
  #take(changes: ReadonlyMap<string, NodeRun | null>): ReadonlyMap<string, NodeRun | undefined> {
    const before = new Map<string, NodeRun | undefined>();
    for (const [id, run] of changes) {
      const known = this.#byNode.get(id);
      if (run) this.#byNode.set(id, run);
      else this.#byNode.delete(id);
      if (!looksAlike(run ?? undefined, known)) before.set(id, known);
    }
    return before;
  }
}

/** Whether two look alike on a card: who shows runs may make new objects of them at each step of a clock. */
const looksAlike = (a: NodeRun | undefined, b: NodeRun | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.state === b.state &&
    a.message === b.message &&
    a.text === b.text &&
    a.phase === b.phase &&
    a.elapsedS === b.elapsedS &&
    a.share === b.share);
