import type { DirtyRegion } from '../render/frame/repaintPlan';
import type { FlowEdge } from '../document/FlowEdge';
import type { View } from '../geometry/View';
import { FULL_DETAIL_FROM_ZOOM } from '../render/card/levelOfDetail';
import type { NodeRun } from '../render/card/PaintEnvironment';
import { isLongEdge } from '../geometry/edgeFade';
import { areaOfEdges } from './areaOfEdges';
import type { Scene } from './Scene';

/** Nodes that run or have failed, and the flow in the edges into them. */
export class Runs {
  readonly #scene: Scene;
  readonly #view: View;
  #byNode: ReadonlyMap<string, NodeRun> = new Map();
  #flow: number | null = null;

  constructor(scene: Scene, view: View) {
    this.#scene = scene;
    this.#view = view;
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

  /** Returns where that looks different. */
  set(runs: ReadonlyMap<string, NodeRun>, flow: number | null): DirtyRegion {
    const before = this.#byNode;
    const { zoom } = this.#view.viewport;
    const isFlowing = flow !== this.#flow && zoom >= FULL_DETAIL_FROM_ZOOM;
    this.#byNode = runs;
    this.#flow = flow;
    const changed = differing(before, runs);
    // The card of a folded frame tells the runs of the nodes that it hides.
    const { folds } = this.#scene;
    const shown = folds.isEmpty ? changed : new Set([...changed].map((id) => folds.shownIdFor(id)));
    const cards = this.#scene.areaOf([shown]);
    if (cards === 'all') return cards;
    const wasRunning = (id: string): boolean => before.get(id)?.state === 'running';
    const isRunning = (id: string): boolean => runs.get(id)?.state === 'running';
    const turned = new Set([...changed].filter((id) => wasRunning(id) !== isRunning(id)));
    if (!isFlowing && turned.size === 0) return cards;
    const looksDifferent = (edge: FlowEdge): boolean => {
      if (isFlowing && (wasRunning(edge.target) || isRunning(edge.target))) return true;
      // A long one fades again, or no longer.
      return turned.has(edge.target) && isLongEdge(this.#scene.routeOf(edge), zoom);
    };
    return [...cards, ...areaOfEdges(this.#scene, this.#view.visibleBox(), looksDifferent)];
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

/** The nodes whose card shows something else now. */
function differing(before: ReadonlyMap<string, NodeRun>, now: ReadonlyMap<string, NodeRun>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [id, run] of now) if (!looksAlike(run, before.get(id))) ids.add(id);
  for (const id of before.keys()) if (!now.has(id)) ids.add(id);
  return ids;
}
