import type { Vector } from '../../geometry/vector';
import { categoryItems } from '../../nodes/categoryItems';
import { rowSlotAt } from '../../scene/dropTarget';
import { uncoveredPlace } from '../../scene/uncoveredPlace';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** A category's row is dragged by its grip: to another place or another category, or out to become a node. */
export class DraggingRow implements ToolState {
  readonly name = 'draggingRow';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #nodeId: string;
  readonly #rowId: string;

  constructor(context: ToolContext, nodeId: string, rowId: string) {
    this.#context = context;
    this.#nodeId = nodeId;
    this.#rowId = rowId;
  }

  onPointerMove(input: PointerInput): void {
    const { editor, gesture } = this.#context;
    const at = this.#worldPoint(input);
    const { targetId, slot } = rowSlotAt(editor, this.#nodeId, at);
    gesture.setPreview({
      item: { nodeId: this.#nodeId, rowId: this.#rowId, at, slot },
      dropTargetId: targetId,
    });
  }

  onPointerUp(input: PointerInput): void {
    const { editor } = this.#context;
    this.#context.enter({ name: 'idle' });
    const at = this.#worldPoint(input);
    const beside = rowSlotAt(editor, this.#nodeId, at).targetId === null ? this.#besideCover(input) : null;
    if (beside) editor.detachRow(this.#nodeId, this.#rowId, beside);
    else editor.dropRow(this.#nodeId, this.#rowId, at);
  }

  onDocumentChange(): void {
    const { document, scene } = this.#context.editor;
    const category = scene.folds.isHidden(this.#nodeId) ? undefined : document.node(this.#nodeId);
    const isThere = category && categoryItems(category).some(({ id }) => id === this.#rowId);
    if (!isThere) this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.gesture.setPreview({ item: null, dropTargetId: null });
  }

  /** Null for a point that nothing covers. */
  #besideCover({ point }: PointerInput): Vector | null {
    const { document, view } = this.#context.editor;
    const category = document.node(this.#nodeId);
    const rowType = category && document.kinds.of(category.type)?.rowType;
    return rowType === undefined ? null : uncoveredPlace(view, point, document.kinds.newSizeOf(rowType));
  }

  #worldPoint({ point }: PointerInput): Vector {
    return this.#context.editor.view.toWorld(point);
  }
}
