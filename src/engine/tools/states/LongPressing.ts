import type { Refolded } from '../../scene/Folds';
import type { Vector } from '../../geometry/vector';
import { hasSubject, type Hit } from '../../scene/hitTest';
import { seenSelection, toggledIn, type Selection } from '../../scene/selection';
import { type PointerInput, isBeyondSlop } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** The square on the pane under a resting finger, wide enough to be visible around it; screen pixels. */
const SQUARE = 44;

/**
 * A long press of a finger or a pen, which is what shift is to a mouse: a card is added to the selection or removed from it, visibly before
 * the release; a drag after it moves the selection, or draws a marquee from the pane.
 */
export class LongPressing implements ToolState {
  readonly name = 'longPressing';
  readonly #context: ToolContext;
  readonly #start: PointerInput;
  readonly #from: Vector;
  readonly #hit: Hit;
  #before: Selection;
  readonly #restore: (selection: Selection) => void;

  /** `from`: where it was pressed in the world. */
  constructor(context: ToolContext, from: Vector, start: PointerInput, hit: Hit) {
    this.#context = context;
    this.#from = from;
    this.#start = start;
    this.#hit = hit;
    this.#before = context.editor.selection;
    this.#restore = context.remember();
  }

  onEnter(): void {
    const { editor, gesture } = this.#context;
    const held = toggledIn(this.#before, this.#hit);
    // The only selected thing stays selected: it may be about to be moved.
    if (held.nodes.size + held.edges.size > 0) editor.select(held);
    if (this.#hit.type !== 'pane') return;
    const { x, y } = this.#from;
    const side = SQUARE / editor.view.viewport.zoom;
    gesture.setPreview({ marquee: { x: x - side / 2, y: y - side / 2, width: side, height: side } });
  }

  onPointerMove(input: PointerInput): void {
    if (!isBeyondSlop(this.#start, input)) return;
    const hit = this.#hit;
    const from = this.#from;
    const withShift = { ...input, shift: true };
    // The drag moves the former selection and the pressed card; a card that the press took out was only waited on.
    this.#restore(this.#before);
    if ('node' in hit) this.#context.enter({ name: 'dragging', from, input: withShift, grabbedId: hit.node.id });
    else this.#context.enter({ name: 'marqueeSelecting', from, input: withShift });
  }

  onPointerUp(): void {
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#restore(this.#before);
  }

  onDocumentChange(folded: Refolded): void {
    const { document, scene } = this.#context.editor;
    this.#before = seenSelection(document, scene.folds, folded, this.#before);
    if (!hasSubject(document, scene, this.#hit)) this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.gesture.setPreview({ marquee: null });
  }
}
