import { mergeIntoCategory } from '../commands/mergeIntoCategory';
import { moveNodes, snappedDelta } from '../commands/moveNodes';
import { subtract, type Vector } from '../geometry/vector';
import { canMerge, mergeTargetAt } from '../scene/mergeTarget';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** The selected nodes follow the pointer on the grid; over a category, items and texts merge at release. */
export class Dragging implements ToolState {
  readonly name = 'dragging';
  readonly #context: ToolContext;
  readonly #from: Vector;
  readonly #grabbedAt: Vector;
  readonly #nodeIds: ReadonlySet<string>;
  readonly #isMerging: boolean;
  #delta: Vector = { x: 0, y: 0 };
  #targetId: string | null = null;

  constructor(context: ToolContext, from: Vector, input: PointerInput, grabbedId: string) {
    this.#context = context;
    this.#from = context.toWorld(from);
    this.#grabbedAt = context.document.node(grabbedId)?.position ?? this.#from;
    this.#nodeIds = context.selection().nodes;
    this.#isMerging = Array.from(this.#nodeIds).every((id) => {
      const node = context.document.node(id);
      return node !== undefined && canMerge(node);
    });
    context.startDrag(this.#nodeIds);
    this.onPointerMove(input);
  }

  onPointerMove(input: PointerInput): void {
    const world = this.#context.toWorld(input.point);
    this.#delta = snappedDelta(this.#grabbedAt, subtract(world, this.#from));
    this.#context.moveDrag(this.#delta);
    if (!this.#isMerging) return;
    this.#targetId = mergeTargetAt(this.#context.scene, world, this.#nodeIds)?.id ?? null;
    this.#context.setPreview({ mergeTargetId: this.#targetId });
  }

  onPointerUp(): void {
    const { document } = this.#context;
    const changes =
      this.#targetId === null
        ? moveNodes(document, this.#nodeIds, this.#delta)
        : mergeIntoCategory(document, this.#nodeIds, this.#targetId);
    this.#context.endDrag();
    this.#context.run(changes);
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.endDrag();
    this.#context.setPreview({ mergeTargetId: null });
  }
}
