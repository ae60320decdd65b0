import { detachItem } from '../commands/detachItem';
import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** A category's row is pulled by its grip; outside the category it becomes a node of its own at release. */
export class PlacingItem implements ToolState {
  readonly name = 'placingItem';
  readonly #context: ToolContext;
  readonly #nodeId: string;
  readonly #itemId: string;
  #at: Vector;

  constructor(context: ToolContext, input: PointerInput, nodeId: string, itemId: string) {
    this.#context = context;
    this.#nodeId = nodeId;
    this.#itemId = itemId;
    this.#at = context.toWorld(input.point);
    this.onPointerMove(input);
  }

  onPointerMove(input: PointerInput): void {
    this.#at = this.#context.toWorld(input.point);
    this.#context.setPreview({ item: { nodeId: this.#nodeId, itemId: this.#itemId, at: this.#at } });
  }

  onPointerUp(): void {
    const { document, scene } = this.#context;
    const category = document.node(this.#nodeId);
    if (category && !contains(scene.boxOf(category), this.#at)) {
      const freshId = `categoryItem_node_${this.#context.uniqueId()}`;
      this.#context.run(detachItem(document, this.#nodeId, this.#itemId, this.#at, freshId));
    }
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.setPreview({ item: null });
  }
}
