import { resizeNode } from '../../edits/moveNodes';
import { snap, SNAP_GRID, subtract, type Vector } from '../../geometry/vector';
import type { Box } from '../../geometry/box';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** The corner of a card follows the pointer on the grid; the content of a frame stays where it is. */
export class Resizing implements ToolState {
  readonly name = 'resizing';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #nodeId: string;
  /** Vector from the corner to the point where it was grabbed. */
  readonly #grip: Vector;

  /** `from` in the world. */
  constructor(context: ToolContext, from: Vector, nodeId: string) {
    const { document, scene } = context.editor;
    const node = document.node(nodeId);
    const box = node && scene.committedBoxOf(node);
    this.#context = context;
    this.#nodeId = nodeId;
    this.#grip = box ? subtract(from, { x: box.x + box.width, y: box.y + box.height }) : { x: 0, y: 0 };
  }

  onPointerMove(input: PointerInput): void {
    this.#context.gesture.setPreview({ marquee: this.#boxAt(input) });
  }

  onPointerUp(input: PointerInput): void {
    const box = this.#boxAt(input);
    const { editor } = this.#context;
    this.#context.enter({ name: 'idle' });
    if (box) editor.frames.applyAndGrow(resizeNode(editor.document, this.#nodeId, box));
  }

  onDocumentChange(): void {
    const { document, scene } = this.#context.editor;
    const node = document.node(this.#nodeId);
    const isOpen = node && !document.kinds.isFolded(node) && !scene.folds.isHidden(node.id);
    if (!isOpen) this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.gesture.setPreview({ marquee: null });
  }

  #boxAt({ point }: PointerInput): Box | null {
    const { document, view } = this.#context.editor;
    const node = document.node(this.#nodeId);
    const least = node && document.kinds.of(node.type)?.leastSize;
    if (!node || !least) return null;
    const corner = snap(subtract(view.toWorld(point), this.#grip), SNAP_GRID);
    const { x, y } = node.position;
    return { x, y, width: Math.max(least.width, corner.x - x), height: Math.max(least.height, corner.y - y) };
  }
}
