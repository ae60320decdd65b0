import { boxBetween } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { Selection } from '../scene/hitTest';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** A marquee selects what it touches, beside what was selected before. */
export class Brushing implements ToolState {
  readonly name = 'brushing';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #from: Vector;
  readonly #before: Selection;
  readonly #input: PointerInput;

  constructor(context: ToolContext, from: Vector, input: PointerInput) {
    this.#context = context;
    this.#from = context.toWorld(from);
    this.#before = context.selection();
    this.#input = input;
  }

  onEnter(): void {
    this.onPointerMove(this.#input);
  }

  onPointerMove(input: PointerInput): void {
    const marquee = boxBetween(this.#from, this.#context.toWorld(input.point));
    const touched = this.#context.scene.nodesIn(marquee).map((node) => node.id);
    this.#context.select({ nodes: new Set([...this.#before.nodes, ...touched]), edges: this.#before.edges });
    this.#context.setPreview({ marquee });
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.select(this.#before);
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.setPreview({ marquee: null });
  }
}
