import { dropInto } from '../commands/dropInto';
import { moveNodes, snappedDelta } from '../commands/moveNodes';
import { subtract, type Vector } from '../geometry/vector';
import { dropTargetAt } from '../scene/dropTarget';
import type { Selection } from '../scene/hitTest';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/** The selected nodes follow the pointer on the grid; over a node that takes them all in they go into it at release. */
export class Dragging implements ToolState {
  readonly name = 'dragging';
  readonly isHolding = true;
  readonly #context: ToolContext;
  readonly #input: PointerInput;
  readonly #from: Vector;
  readonly #grabbedAt: Vector;
  readonly #before: Selection;
  readonly #nodeIds: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;
  #world: Vector;
  #delta: Vector = { x: 0, y: 0 };
  #targetId: string | null = null;

  /** A node that was not selected is dragged alone, or with the selection when shift is held. */
  constructor(context: ToolContext, from: Vector, input: PointerInput, grabbedId: string) {
    this.#context = context;
    this.#input = input;
    this.#from = context.toWorld(from);
    this.#world = this.#from;
    this.#grabbedAt = context.document.node(grabbedId)?.position ?? this.#from;
    this.#before = context.selection();
    this.#nodeIds = this.#before.nodes.has(grabbedId)
      ? this.#before.nodes
      : new Set(input.shift ? [...this.#before.nodes, grabbedId] : [grabbedId]);
    this.#types = new Set(Array.from(this.#nodeIds).flatMap((id) => context.document.node(id)?.type ?? []));
  }

  onEnter(): void {
    if (this.#nodeIds !== this.#before.nodes) {
      const edges = this.#input.shift ? this.#before.edges : new Set<string>();
      this.#context.select({ nodes: this.#nodeIds, edges });
    }
    this.#context.startDrag(this.#nodeIds);
    this.onPointerMove(this.#input);
  }

  onPointerMove(input: PointerInput): void {
    const world = this.#context.toWorld(input.point);
    const delta = snappedDelta(this.#grabbedAt, subtract(world, this.#from));
    if (delta.x !== this.#delta.x || delta.y !== this.#delta.y) {
      this.#delta = delta;
      this.#context.moveDrag(delta);
    }
    this.#world = world;
    this.#aim();
  }

  onPointerUp(): void {
    const { document } = this.#context;
    const changes =
      this.#targetId === null
        ? moveNodes(document, this.#nodeIds, this.#delta)
        : dropInto(document, this.#nodeIds, this.#targetId, this.#context.freshItemId);
    this.#context.enter({ name: 'idle' });
    this.#context.run(changes);
  }

  onCancel(): void {
    this.#context.enter({ name: 'idle' });
    this.#context.select(this.#before);
  }

  onDocumentChange(): void {
    const { document } = this.#context;
    if (Array.from(this.#nodeIds).some((id) => document.node(id))) this.#aim();
    else this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.endDrag();
    this.#context.setPreview({ dropTargetId: null });
  }

  #aim(): void {
    const target = dropTargetAt(this.#context.scene, this.#world, this.#types, this.#nodeIds);
    this.#targetId = target?.id ?? null;
    this.#context.setPreview({ dropTargetId: this.#targetId });
  }
}
