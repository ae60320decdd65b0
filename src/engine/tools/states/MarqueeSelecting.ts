import { boxBetween, encloses } from '../../geometry/box';
import type { IdSet } from '../../collections/IdSet';
import type { FlowNode } from '../../document/FlowNode';
import type { Vector } from '../../geometry/vector';
import type { Refolded } from '../../scene/Folds';
import { seenSelection, type Selection } from '../../scene/selection';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/** A marquee selects the cards it touches and the frames inside it, in addition to the earlier selection. */
export class MarqueeSelecting implements ToolState {
  readonly name = 'marqueeSelecting';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #from: Vector;
  #before: Selection;
  readonly #restore: (selection: Selection) => void;
  /** Ids that it adds to the earlier selection. */
  #added: IdSet = new Set();

  /** `from` in the world: the marquee's first corner. */
  constructor(context: ToolContext, from: Vector) {
    this.#context = context;
    this.#from = from;
    this.#before = context.editor.selection;
    this.#restore = context.remember();
  }

  onPointerMove(input: PointerInput): void {
    const { editor, gesture } = this.#context;
    const marquee = boxBetween(this.#from, editor.view.toWorld(input.point));
    const { scene } = editor;
    // A frame that it is drawn in is only its ground.
    const isMeant = (node: FlowNode): boolean => !scene.kinds.isFrame(node) || encloses(marquee, scene.boxOf(node));
    const touched = scene
      .nodesIn(marquee)
      .filter(isMeant)
      .map((node) => node.id);
    this.#add(touched.filter((id) => !this.#before.nodes.has(id)));
    gesture.setPreview({ marquee });
  }

  /** A step that touches nothing new costs nothing of a large selection. */
  #add(ids: readonly string[]): void {
    if (ids.length === this.#added.size && ids.every((id) => this.#added.has(id))) return;
    this.#added = new Set(ids);
    const { nodes, edges } = this.#before;
    this.#context.editor.select({ nodes: ids.length === 0 ? nodes : new Set([...nodes, ...ids]), edges });
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
  }

  onExit(): void {
    this.#context.gesture.setPreview({ marquee: null });
  }
}
