import type { StaleArea } from '../geometry/repaintPlan';
import type { Viewport } from '../geometry/Viewport';
import { FLAT_BELOW_ZOOM } from '../paint/levelOfDetail';
import type { NodeRun } from '../paint/PaintEnvironment';
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
  set(runs: ReadonlyMap<string, NodeRun>, flow: number | null): StaleArea {
    const before = this.#byNode;
    const isFlowing = flow !== this.#flow && this.#viewport.camera.zoom >= FLAT_BELOW_ZOOM;
    this.#byNode = runs;
    this.#flow = flow;
    const differing = [...before.keys(), ...runs.keys()].filter((id) => before.get(id) !== runs.get(id));
    const cards = this.#scene.areaOf([new Set(differing)]);
    if (!isFlowing || cards === 'all') return cards;
    const isRunning = (id: string): boolean => before.get(id)?.state === 'running' || runs.get(id)?.state === 'running';
    return [...cards, ...flowingArea(this.#scene, this.#viewport.visibleBox(), isRunning)];
  }
}
