import type { Viewport, Change, FlowEdge, FlowNode, NodeRun, Vector } from '../../src/engine';
import { SeenEditor } from './SeenEditor';

/** A node in a test's notation: its data in `data`, members of newer versions beside it. */
export interface NodeSketch {
  readonly type: string;
  readonly at: readonly [x: number, y: number];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly [unknown: string]: unknown;
}

/** The pointer's place: a world point, or a node by its name (a free spot of its header). */
export type Place = string | Vector | readonly [x: number, y: number];

export interface PointerManner {
  readonly shift?: boolean;
  readonly primary?: boolean;
  readonly alt?: boolean;
  readonly button?: number;
  readonly pointerId?: number;
  readonly pointerType?: 'mouse' | 'touch' | 'pen';
  readonly isSecond?: boolean;
}

/** A free spot of a card's header: no handle, no button, no grip. */
const GRAB: Vector = { x: 60, y: 20 };
const NO_MODIFIERS = { shift: false, primary: false, alt: false };

/** A pipe as loaded from a snapshot, `source-target`. */
export const pipe = (source: string, target: string, flow: 'text' | 'image' = 'text'): FlowEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: `${flow}-right`,
  targetHandle: `${flow}-left`,
  type: flow,
});

/** Drives the engine as a person does and reports what they would see; no screen, no browser. */
export class TestEditor extends SeenEditor {
  #last: Vector = { x: 0, y: 0 };

  static with(
    sketches: Readonly<Record<string, NodeSketch>>,
    edges: readonly FlowEdge[] = [],
    viewport: Viewport = { x: 0, y: 0, zoom: 1 },
  ): TestEditor {
    const nodes = Object.entries(sketches).map(
      ([
        id,
        {
          at: [x, y],
          data,
          ...rest
        },
      ]): FlowNode => ({
        ...rest,
        id,
        position: { x, y },
        data: data ?? {},
      }),
    );
    return new TestEditor({ nodes, edges, viewport });
  }

  pointerDown(place: Place, manner?: PointerManner): this {
    return this.#pointer('pointerDown', place, manner);
  }

  pointerMove(place: Place, manner?: PointerManner): this {
    return this.#pointer('pointerMove', place, manner);
  }

  /** At the last place of the pointer, unless one is given. */
  pointerUp(place: Place = this.engine.view.toWorld(this.#last), manner?: PointerManner): this {
    return this.#pointer('pointerUp', place, manner);
  }

  click(place: Place, manner?: PointerManner): this {
    return this.pointerDown(place, manner).pointerUp(undefined, manner);
  }

  doubleClick(place: Place): this {
    this.click(place).click(place, { isSecond: true });
    this.engine.dispatch({ type: 'doubleClick', point: this.#screen(place) });
    return this;
  }

  /** In a few steps, as a person drags; the points are in the world at the time of the press. */
  drag(from: Place, to: Place, manner?: PointerManner): this {
    const start = this.#screen(from);
    const end = this.#screen(to);
    const between = (share: number): Vector =>
      this.onScreen(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share);
    this.pointerDown(from, manner);
    for (const share of [0.3, 0.6, 1]) this.pointerMove(between(share), manner);
    return this.pointerUp(undefined, manner);
  }

  /** One finger of several; `point` is on the screen. */
  finger(type: 'down' | 'move' | 'up', pointerId: number, x: number, y: number): this {
    const press = { down: 'pointerDown', move: 'pointerMove', up: 'pointerUp' } as const;
    return this.#pointer(press[type], this.onScreen(x, y), { pointerId, pointerType: 'touch' });
  }

  wheel(place: Place, deltaX: number, deltaY: number, manner?: PointerManner): this {
    this.engine.dispatch({
      type: 'wheel',
      point: this.#screen(place),
      deltaX,
      deltaY,
      ...NO_MODIFIERS,
      ...modifiers(manner),
    });
    return this;
  }

  /** Lets this many frames of 16 ms pass, as far as the canvas asks for them. */
  wait(frames: number): this {
    for (let frame = 0; frame < frames && this.engine.wantsTicks; frame++)
      this.engine.dispatch({ type: 'tick', elapsedMs: 16 });
    return this;
  }

  /** `code` is the place of the key, if it differs from the character. */
  keyDown(key: string, manner: PointerManner & { readonly code?: string } = {}): this {
    const { code } = manner;
    this.engine.dispatch({ type: 'keyDown', key, ...(code && { code }), ...NO_MODIFIERS, ...modifiers(manner) });
    return this;
  }

  keyUp(key: string): this {
    this.engine.dispatch({ type: 'keyUp', key, ...NO_MODIFIERS });
    return this;
  }

  /** Cancels the gesture as the system does, or only this pointer and what it steers. */
  cancel(pointerId?: number): this {
    this.engine.dispatch({ type: 'cancel', ...(pointerId !== undefined && { pointerId }) });
    return this;
  }

  undo(): this {
    this.engine.undo();
    return this;
  }

  /** Shows these runs, and none on any other node. */
  showRuns(runs: ReadonlyMap<string, NodeRun>, flow: number | null = null): this {
    const gone = [...this.engine.runs.keys()].filter((id) => !runs.has(id));
    this.engine.setRuns(new Map([...gone.map((id) => [id, null] as const), ...runs]), flow);
    return this;
  }

  redo(): this {
    this.engine.redo();
    return this;
  }

  select(...names: string[]): this {
    this.engine.select({ nodes: new Set(names) });
    return this;
  }

  /** Merges changes from elsewhere: another tab, the server, a generation. */
  merge(...changes: Change[]): this {
    this.engine.merge(changes);
    return this;
  }

  #pointer(type: 'pointerDown' | 'pointerMove' | 'pointerUp', place: Place, manner: PointerManner = {}): this {
    this.#last = this.#screen(place);
    this.engine.dispatch({
      type,
      point: this.#last,
      button: manner.button ?? 0,
      pointerId: manner.pointerId ?? 1,
      pointerType: manner.pointerType ?? 'mouse',
      isSecond: manner.isSecond ?? false,
      ...NO_MODIFIERS,
      ...modifiers(manner),
    });
    return this;
  }

  #screen(place: Place): Vector {
    return this.engine.view.toScreen(this.#world(place));
  }

  #world(place: Place): Vector {
    if (typeof place === 'string') {
      const { x, y } = this.engine.scene.positionOf(this.node(place));
      return { x: x + GRAB.x, y: y + GRAB.y };
    }
    return 'x' in place ? place : { x: place[0], y: place[1] };
  }
}

function modifiers({ shift = false, primary = false, alt = false }: PointerManner = {}) {
  return { shift, primary, alt };
}
