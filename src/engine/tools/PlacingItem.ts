import { placeItem } from '../commands/placeItem';
import type { Vector } from '../geometry/vector';
import { categoryItems } from '../model/categoryItems';
import { dropTargetAt } from '../scene/dropTarget';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** A category's row is pulled by its grip: to another category, or out to become a node of its own at release. */
export class PlacingItem implements ToolState {
  readonly name = 'placingItem';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #nodeId: string;
  readonly #itemId: string;
  #input: PointerInput;
  #at: Vector;
  #targetId: string | null = null;

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
    this.#input = input;
    this.#at = this.#context.toWorld(input.point);
    this.#targetId = dropTargetAt(this.#context.scene, this.#at, ['categoryItem'])?.id ?? null;
    this.#context.setPreview({
      item: { nodeId: this.#nodeId, itemId: this.#itemId, at: this.#at },
      // Over its own category nothing would happen.
      dropTargetId: this.#targetId === this.#nodeId ? null : this.#targetId,
    });
  }

  onPointerUp(): void {
    const row = { nodeId: this.#nodeId, itemId: this.#itemId };
    const { document, freshItemId } = this.#context;
    const changes = placeItem(document, row, this.#targetId, this.#at, freshItemId);
    this.#context.enter({ name: 'idle' });
    this.#context.run(changes);
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  onDocumentChange(): void {
    const category = this.#context.document.node(this.#nodeId);
    const isThere = category && categoryItems(category).some(({ id }) => id === this.#itemId);
    if (isThere) this.onPointerMove(this.#input);
    else this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.setPreview({ item: null, dropTargetId: null });
  }
}
