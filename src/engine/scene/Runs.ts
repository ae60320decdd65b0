import type { DirtyRegion } from '../render/frame/repaintPlan';
import type { Viewport } from '../geometry/Viewport';
import { FULL_DETAIL_FROM_ZOOM } from '../render/card/levelOfDetail';
import type { NodeRun } from '../render/card/PaintEnvironment';
import { flowingArea } from './flowingArea';
import type { Scene } from './Scene';

/** What runs or has failed on the nodes, and what flows to them. */
export class Runs {
  readonly #scene: Scene;
  readonly #viewport: Viewport;
  #byNode: ReadonlyMap<string, NodeRun> = new Map();
  #flow: number | null = null;

  constructor(scene: Scene, viewport: Viewport) {
    this.#scene = scene;
    this.#viewport = viewport;
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
    const isFlowing = flow !== this.#flow && this.#viewport.camera.zoom >= FULL_DETAIL_FROM_ZOOM;
    this.#byNode = runs;
    this.#flow = flow;
    const cards = this.#scene.areaOf([differing(before, runs)]);
    if (!isFlowing || cards === 'all') return cards;
    const isRunning = (id: string): boolean => before.get(id)?.state === 'running' || runs.get(id)?.state === 'running';
    return [...cards, ...flowingArea(this.#scene, this.#viewport.visibleBox(), isRunning)];
  }
}

/** Whether two look alike on a card: who shows runs may make new objects of them at each step of a clock. */
const looksAlike = (a: NodeRun | undefined, b: NodeRun | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.state === b.state &&
    a.message === b.message &&
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
