import { boxBetween } from '../../geometry/box';
import { crossingOfRoute } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** A stroke over the canvas: at release the edges that it has crossed go. */
export class Cutting implements ToolState {
  readonly name = 'cutting';
  readonly #context: ToolContext;
  #path: readonly Vector[];
  /** The point where the stroke crosses each edge, by the edge's id. */
  #crossings: ReadonlyMap<string, Vector> = new Map();

  /** `from` in the world. */
  constructor(context: ToolContext, from: Vector) {
    this.#context = context;
    this.#path = [from];
  }

  onPointerMove({ point }: PointerInput): void {
    const { scene, view } = this.#context.editor;
    const to = view.toWorld(point);
    const from = this.#path.at(-1) ?? to;
    if (from.x === to.x && from.y === to.y) return;
    this.#path = [...this.#path, to];
    const crossings = new Map(this.#crossings);
    for (const edge of scene.edgesIn(boxBetween(from, to))) {
      const at = crossings.has(edge.id) ? null : crossingOfRoute(scene.routeOf(edge), from, to);
      if (at) crossings.set(edge.id, at);
    }
    this.#crossings = crossings;
    this.#show();
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
    this.#context.editor.apply(Array.from(this.#crossings.keys(), (id) => ({ type: 'removeEdge', id })));
  }

  onDocumentChange(): void {
    const { folds } = this.#context.editor.scene;
    this.#crossings = new Map(Array.from(this.#crossings).filter(([id]) => folds.showsEdge(id)));
    this.#show();
  }

  onExit(): void {
    this.#context.gesture.setPreview({ cut: null });
  }

  #show(): void {
    this.#context.gesture.setPreview({ cut: { path: this.#path, crossings: [...this.#crossings.values()] } });
  }
}
