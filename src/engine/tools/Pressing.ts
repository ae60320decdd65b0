import { removeSelection } from '../commands/removeSelection';
import { distance } from '../geometry/vector';
import type { IdSet } from '../model/IdSet';
import { holderOf } from '../scene/edgeEnds';
import type { Hit } from '../scene/hitTest';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** How far a pointer may tremble before a press becomes a drag; screen pixels. */
const SLOP = { mouse: 3, pen: 5, touch: 8 } as const;

/** Pressed, not moved yet: it becomes a click or one of the gestures. */
export class Pressing implements ToolState {
  readonly name = 'pressing';
  readonly #context: ToolContext;
  readonly #start: PointerInput;
  readonly #hit: Hit;

  constructor(context: ToolContext, input: PointerInput, hit: Hit) {
    this.#context = context;
    this.#start = input;
    this.#hit = hit;
  }

  onPointerMove(input: PointerInput): void {
    if (distance(input.point, this.#start.point) < SLOP[input.pointerType]) return;
    const hit = this.#hit;
    const from = this.#start.point;
    if (hit.type === 'handle' && hit.handle.isConnectable) {
      this.#context.enter({ name: 'connecting', input, anchor: { nodeId: hit.node.id, handleId: hit.handle.id } });
      return;
    }
    const holder = hit.type === 'edgeEnd' ? holderOf(this.#context.editor.document, hit.edge, hit.end) : null;
    if (hit.type === 'edgeEnd' && holder) {
      this.#context.enter({ name: 'reconnecting', input, edgeId: hit.edge.id, holder });
      return;
    }
    switch (hit.type) {
      case 'grip':
        this.#context.enter({ name: 'placingItem', input, nodeId: hit.node.id, itemId: hit.itemId });
        break;
      case 'node':
      case 'action':
      case 'handle':
        this.#context.enter({ name: 'dragging', from, input, grabbedId: hit.node.id });
        break;
      case 'deleteNode':
      case 'deleteEdge':
        break;
      default:
        // A pipe cannot be dragged, so a press on one moves the floor like a press beside it.
        if (this.#start.shift) this.#context.enter({ name: 'brushing', from, input });
        else this.#context.enter({ name: 'panning', from, input });
    }
  }

  onPointerUp(input: PointerInput): void {
    this.#context.enter({ name: 'idle' });
    this.#click(input);
  }

  onDocumentChange(): void {
    const { document } = this.#context.editor;
    const hit = this.#hit;
    const isThere =
      'node' in hit ? document.node(hit.node.id) : 'edge' in hit ? document.edge(hit.edge.id) : hit.type === 'floor';
    if (!isThere) this.#context.enter({ name: 'idle' });
  }

  #click(input: PointerInput): void {
    const { editor } = this.#context;
    const { selection } = editor;
    const isAdding = input.shift || input.primary;
    const hit = this.#hit;
    switch (hit.type) {
      case 'floor':
        if (!isAdding) editor.select({});
        break;
      case 'deleteNode':
      case 'deleteEdge':
        this.#pressDelete(input);
        break;
      case 'edge':
      case 'edgeEnd':
        editor.select(
          isAdding
            ? { nodes: selection.nodes, edges: toggled(selection.edges, hit.edge.id) }
            : { edges: new Set([hit.edge.id]) },
        );
        break;
      default:
        editor.select(
          isAdding
            ? { nodes: toggled(selection.nodes, hit.node.id), edges: selection.edges }
            : { nodes: new Set([hit.node.id]) },
        );
        if (hit.type === 'action') editor.act(hit.node.id, hit.action);
    }
  }

  /** As with every button, sliding off it before the release takes the press back. It deletes its own thing only. */
  #pressDelete(input: PointerInput): void {
    const { editor } = this.#context;
    const end = editor.hit(input.point);
    const hit = this.#hit;
    if (hit.type === 'deleteNode' && end.type === 'deleteNode' && end.node.id === hit.node.id)
      editor.run(removeSelection({ nodes: new Set([hit.node.id]), edges: new Set() }));
    if (hit.type === 'deleteEdge' && end.type === 'deleteEdge' && end.edge.id === hit.edge.id)
      editor.run(removeSelection({ nodes: new Set(), edges: new Set([hit.edge.id]) }));
  }
}

function toggled(ids: IdSet, id: string): IdSet {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
