import { moveNodes, snappedDelta } from '../edits/moveNodes';
import { subtract, type Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import { cutOut } from '../document/fragment';
import type { GraphDocument } from '../document/GraphDocument';
import { besideCovered } from '../scene/besideCovered';
import { dropTargetAt, typesToTake } from '../scene/dropTarget';
import type { Selection } from '../scene/selection';
import type { PointerInput } from './input';
import type { ToolContext, ToolState } from './ToolState';

/**
 * The selected nodes follow the pointer on the grid; over a node that takes them all in they go into it at release. With alt
 * they stay where they were, and copies of them are put down.
 */
export class Dragging implements ToolState {
  readonly name = 'dragging';
  readonly autoPans = true;
  readonly #context: ToolContext;
  readonly #from: Vector;
  readonly #grabbedId: string;
  readonly #grabbedAt: Vector;
  readonly #before: Selection;
  /** What is dragged, and selected with it. */
  readonly #selection: Selection;
  readonly #types: ReadonlySet<string>;
  #delta: Vector = { x: 0, y: 0 };
  #targetId: string | null = null;

  /** `from` in the world. A node that was not selected is dragged alone, or with the selection when shift is held. */
  constructor(context: ToolContext, from: Vector, { shift }: PointerInput, grabbedId: string) {
    const { document, selection } = context.editor;
    this.#context = context;
    this.#from = from;
    this.#grabbedId = grabbedId;
    this.#grabbedAt = document.node(grabbedId)?.position ?? this.#from;
    this.#before = selection;
    this.#selection = selectionWith(selection, grabbedId, shift);
    this.#types = typesToTake(document.kinds, nodesOf(document, this.#selection.nodes));
  }

  onEnter(): void {
    if (this.#selection !== this.#before) this.#context.editor.select(this.#selection);
    this.#context.gesture.startDrag(this.#selection.nodes);
  }

  onPointerMove(input: PointerInput): void {
    const { editor, gesture } = this.#context;
    const world = editor.viewport.toWorld(input.point);
    const delta = snappedDelta(this.#grabbedAt, subtract(world, this.#from));
    if (delta.x !== this.#delta.x || delta.y !== this.#delta.y) {
      this.#delta = delta;
      gesture.moveDrag(delta);
    }
    const grabbed = editor.document.node(this.#grabbedId);
    const card = grabbed ? editor.scene.boxOf(grabbed) : { ...world, width: 0, height: 0 };
    const target = dropTargetAt(editor.scene, world, card, this.#types, this.#selection.nodes);
    this.#targetId = target?.id ?? null;
    gesture.setPreview({ dropTargetId: this.#targetId });
  }

  onPointerUp(input: PointerInput): void {
    const { editor } = this.#context;
    const delta = this.#deltaBeside(input.point);
    this.#context.enter({ name: 'idle' });
    const { nodes } = this.#selection;
    if (this.#targetId === null && input.alt) editor.addFragment(cutOut(editor.document, nodes), delta);
    else if (this.#targetId === null) editor.run(moveNodes(editor.document, nodes, delta));
    else editor.dropInto(nodes, this.#targetId);
  }

  /** How far it goes that is let go here: not under what covers the stage, where nobody would find it. */
  #deltaBeside(point: Vector): Vector {
    const { document, viewport } = this.#context.editor;
    const grabbed = document.node(this.#grabbedId);
    const beside = grabbed ? besideCovered(viewport, point, document.kinds.sizeOf(grabbed)) : null;
    return beside ? subtract(beside, this.#grabbedAt) : this.#delta;
  }

  onCancel(): void {
    this.#context.editor.select(this.#before);
  }

  onDocumentChange(): void {
    const { document } = this.#context.editor;
    for (const id of this.#selection.nodes) if (document.node(id)) return;
    this.#context.enter({ name: 'idle' });
  }

  onExit(): void {
    this.#context.gesture.endDrag();
    this.#context.gesture.setPreview({ dropTargetId: null });
  }
}

function* nodesOf(document: GraphDocument, ids: Iterable<string>): Iterable<FlowNode | undefined> {
  for (const id of ids) yield document.node(id);
}

function selectionWith(selection: Selection, nodeId: string, isAdding: boolean): Selection {
  if (selection.nodes.has(nodeId)) return selection;
  if (!isAdding) return { nodes: new Set([nodeId]), edges: new Set() };
  return { nodes: new Set([...selection.nodes, nodeId]), edges: selection.edges };
}
