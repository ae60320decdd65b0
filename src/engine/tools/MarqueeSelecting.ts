import { boxBetween } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { Selection } from '../scene/selection';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** A marquee selects what it touches, beside what was selected before. */
export class MarqueeSelecting implements ToolState {
  readonly name = 'marqueeSelecting';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #from: Vector;
  readonly #before: Selection;

  /** `from` in the world: the marquee's first corner. */
  constructor(context: ToolContext, from: Vector) {
    this.#context = context;
    this.#from = from;
    this.#before = context.editor.selection;
  }

  onPointerMove(input: PointerInput): void {
    const { editor, gesture } = this.#context;
    const marquee = boxBetween(this.#from, editor.viewport.toWorld(input.point));
    const touched = editor.scene.nodesIn(marquee).map((node) => node.id);
    editor.select({ nodes: new Set([...this.#before.nodes, ...touched]), edges: this.#before.edges });
    gesture.setPreview({ marquee });
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.editor.select(this.#before);
  }

  onExit(): void {
    this.#context.gesture.setPreview({ marquee: null });
  }
}
