import { detachItem } from '../commands/detachItem';
import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import { categoryItems } from '../model/categoryItems';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** A category's row is pulled by its grip; outside the category it becomes a node of its own at release. */
export class PlacingItem implements ToolState {
  readonly name = 'placingItem';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #nodeId: string;
  readonly #itemId: string;
  readonly #input: PointerInput;
  #at: Vector;

  constructor(context: ToolContext, input: PointerInput, nodeId: string, itemId: string) {
    this.#context = context;
    this.#nodeId = nodeId;
    this.#itemId = itemId;
    this.#input = input;
    this.#at = context.toWorld(input.point);
  }

  onEnter(): void {
    this.onPointerMove(this.#input);
  }

  onPointerMove(input: PointerInput): void {
    this.#at = this.#context.toWorld(input.point);
    this.#context.setPreview({ item: { nodeId: this.#nodeId, itemId: this.#itemId, at: this.#at } });
  }

  onPointerUp(): void {
    const { document, scene } = this.#context;
    const category = document.node(this.#nodeId);
    const freshId = `categoryItem_node_${this.#context.uniqueId()}`;
    const changes =
      category && !contains(scene.boxOf(category), this.#at)
        ? detachItem(document, this.#nodeId, this.#itemId, this.#at, freshId)
        : [];
    this.#context.enter({ name: 'idle' });
    this.#context.run(changes);
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onDocumentChange(): void {
    const category = this.#context.document.node(this.#nodeId);
    const isThere = category && categoryItems(category).some(({ id }) => id === this.#itemId);
    if (!isThere) this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.setPreview({ item: null });
  }
}
