import { distance } from '../geometry/vector';
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
    switch (hit.type) {
      case 'grip':
        this.#context.enter({ name: 'placingItem', input, nodeId: hit.node.id, itemId: hit.itemId });
        break;
      case 'node':
      case 'action':
      case 'handle':
        if (!this.#context.selection().nodes.has(hit.node.id)) this.#context.select({ nodes: new Set([hit.node.id]) });
        this.#context.enter({ name: 'dragging', from, input, grabbedId: hit.node.id });
        break;
      case 'deleteNode':
      case 'deleteEdge':
        break;
      default:
        // A pipe cannot be dragged, so a press on one moves the floor like a press beside it.
        if (this.#start.shift) this.#context.enter({ name: 'brushing', from, input });
        else this.#context.enter({ name: 'panning', input: this.#start });
    }
  }

  onPointerUp(input: PointerInput): void {
    this.#click(input.shift || input.primary);
    this.#context.enter({ name: 'idle' });
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
  }

  #click(isAdding: boolean): void {
    const selection = this.#context.selection();
    const hit = this.#hit;
    switch (hit.type) {
      case 'floor':
        if (!isAdding) this.#context.select({});
        break;
      case 'deleteNode':
      case 'deleteEdge':
        this.#context.removeSelected();
        break;
      case 'edge':
        this.#context.select(
          isAdding
            ? { nodes: selection.nodes, edges: toggled(selection.edges, hit.edge.id) }
            : { edges: new Set([hit.edge.id]) },
        );
        break;
      default:
        this.#context.select(
          isAdding
            ? { nodes: toggled(selection.nodes, hit.node.id), edges: selection.edges }
            : { nodes: new Set([hit.node.id]) },
        );
        if (hit.type === 'action') this.#context.act(hit.node.id, hit.action);
    }
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
