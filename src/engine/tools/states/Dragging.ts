import { canBeInserted, insertIntoEdge } from '../../edits/connect';
import { growFrames } from '../../edits/frameNodes';
import { moveNodes } from '../../edits/moveNodes';
import type { Viewport, Size } from '../../geometry/viewport';
import { add, distance, ROUNDING, snap, SNAP_GRID, subtract, type Vector } from '../../geometry/vector';
import type { IdSet } from '../../collections/IdSet';
import type { FlowEdge } from '../../document/FlowEdge';
import type { FlowNode } from '../../document/FlowNode';
import { cutOut } from '../../document/fragment';
import type { GraphDocument } from '../../document/GraphDocument';
import { uncoveredPlace } from '../../scene/uncoveredPlace';
import { dropTargetAt, typesToTake } from '../../scene/dropTarget';
import { edgeUnder } from '../../scene/edgeAt';
import type { Refolded } from '../../scene/Folds';
import { Guides, type GuidedPosition } from '../../scene/guides';
import { reachedFrom } from '../../scene/reachedFrom';
import { SINGLE_THINGS_MAX } from '../../scene/SceneIndex';
import { seenSelection, type Selection } from '../../scene/selection';
import { isPulling } from '../AutoPan';
import type { HeldTool } from '../heldTool';
import type { PointerInput } from '../input';
import type { ToolContext, ToolState } from '../ToolState';

/**
 * The selected nodes follow the pointer on the grid, with the primary key on a near guide. On a node that takes them all they are dropped
 * into it, and one alone is inserted into an edge that it fits. With alt they stay where they were, and copies of them are dropped. The
 * content of a frame moves with it, and a frame grows around nodes that are moved in it; with shift and the primary key a frame leaves it behind, and a card is
 * taken out of its frame (FRAME-4).
 */
export class Dragging implements ToolState {
  readonly name = 'dragging';
  readonly autoPans = true;
  readonly #context: ToolContext;
  /** Vector from the point where the card was grabbed to its corner. */
  readonly #grip: Vector;
  readonly #grabbedId: string;
  /** Position at which all that is dragged starts, by its grabbed card. */
  #grabbedAt: Vector;
  /** Positions of the dragged nodes in the document as it was last, of very many only the first. */
  #places: ReadonlyMap<string, Vector>;
  #before: Selection;
  readonly #restore: (selection: Selection) => void;
  /** The selection during the drag: all that is dragged by itself. */
  #selection: Selection;
  /** Ids of the selected nodes and of the content of selected frames. */
  #nodes: IdSet;
  readonly #isTakingOut: boolean;
  #delta: Vector = { x: 0, y: 0 };
  readonly #reaches: boolean;
  /** Whether it can be put into the edges that it has come over, as the document is now. */
  #known = new Map<string, boolean>();
  #targetId: string | null = null;
  #edgeId: string | null = null;
  /** The edge under the card that is dragged so far, in the document as it is now. */
  #under: { readonly delta: Vector; readonly edgeId: string | null } | null = null;
  /** The types of the dragged selection, for as long as the editor has the same one: it may be of very many nodes. */
  #typed: { readonly selection: Selection; readonly types: ReadonlySet<string> } | null = null;
  /** Among the cards at rest in view, for as long as the view is this one. */
  #guides: { readonly viewport: Viewport; readonly among: Guides } | null = null;

  /**
   * `from` in the world. A node that was not selected is dragged alone, or with the selection when shift is held; with a held tool that
   * reaches along the edges, the nodes it reaches come along.
   */
  constructor(
    context: ToolContext,
    from: Vector,
    { shift, primary }: PointerInput,
    grabbedId: string,
    along: HeldTool | null,
  ) {
    const { document, selection } = context.editor;
    this.#context = context;
    this.#grabbedId = grabbedId;
    this.#grabbedAt = document.node(grabbedId)?.position ?? from;
    this.#grip = subtract(this.#grabbedAt, from);
    this.#before = selection;
    this.#restore = context.remember();
    this.#isTakingOut = shift && primary;
    const grabbed = selectionWith(selection, grabbedId, shift && !primary);
    const reach = along === 'feeders' || along === 'fed' ? reachedFrom(document, grabbed.nodes, along) : null;
    this.#selection = reach ? { nodes: reach, edges: new Set() } : grabbed;
    this.#reaches = reach !== null;
    const { nodes } = this.#selection;
    const { frames } = context.editor;
    // The nodes that a folded frame hides stay with it even when it is taken out of a frame.
    this.#nodes = this.#isTakingOut ? frames.withHidden(nodes) : frames.withContent(nodes);
    this.#places = this.#placesNow();
  }

  onEnter(): void {
    if (this.#selection !== this.#before) this.#context.editor.select(this.#selection);
    this.#context.gesture.startDrag(this.#nodes);
  }

  onPointerMove(input: PointerInput): void {
    const { editor, gesture } = this.#context;
    const world = editor.view.toWorld(input.point);
    const card = this.#sizeOf();
    const { at, guides } = this.#placeAt(input, card);
    const dragged = { ...at, ...card };
    const target = this.#isCopying(input)
      ? null
      : dropTargetAt(editor.scene, world, dragged, this.#types(), this.#nodes);
    const delta = subtract(at, this.#grabbedAt);
    if (delta.x !== this.#delta.x || delta.y !== this.#delta.y) {
      this.#delta = delta;
      gesture.moveDrag(delta, target || guides.length === 0 ? null : guides);
    }
    this.#targetId = target?.id ?? null;
    this.#edgeId = target || input.alt ? null : this.#edgeFor();
    gesture.setPreview({
      dropTargetId: this.#targetId,
      insertEdgeId: this.#edgeId,
      ...(target && { guides: null }),
    });
  }

  onPointerUp(input: PointerInput): void {
    const { editor } = this.#context;
    const delta = this.#deltaBeside(input.point);
    this.#context.enter({ name: 'idle' });
    const { document, scene } = editor;
    const nodes = this.#nodes;
    if (this.#targetId !== null) editor.dropInto(nodes, this.#targetId);
    else if (this.#isCopying(input)) editor.addFragment(cutOut(document, nodes), delta);
    else {
      const grown = this.#isTakingOut ? [] : growFrames(document, scene, this.#selection.nodes, nodes, delta);
      const inserted = this.#edgeId === null ? null : insertIntoEdge(document, this.#edgeId, this.#grabbedId);
      editor.apply([...moveNodes(document, nodes, delta), ...grown, ...(inserted ?? [])]);
    }
  }

  /** Whether copies land here, beside everything: the originals go nowhere. */
  #isCopying({ alt }: PointerInput): boolean {
    return alt && !this.#reaches;
  }

  #types(): ReadonlySet<string> {
    const { document, selection } = this.#context.editor;
    if (this.#typed?.selection !== selection)
      this.#typed = { selection, types: typesToTake(document.kinds, nodesOf(document, this.#selection.nodes)) };
    return this.#typed.types;
  }

  /** None of a card that somebody has removed. */
  #sizeOf(): Size {
    const { document } = this.#context.editor;
    const grabbed = document.node(this.#grabbedId);
    return grabbed ? document.kinds.sizeOf(grabbed) : { width: 0, height: 0 };
  }

  /** Position of the grabbed card for this pointer. Zoomed out, or in a view that is pulled along, nobody sees what aligns. */
  #placeAt({ point, primary, shift }: PointerInput, size: Size): GuidedPosition {
    const { view, scene, drawsParts } = this.#context.editor;
    const { viewport } = view;
    const leavesGrid = primary && !shift;
    const card = { ...add(view.toWorld(point), this.#grip), ...size };
    if (!leavesGrid && isPulling(point, view.size)) return { at: snap(card, SNAP_GRID), guides: [] };
    if (this.#guides?.viewport !== viewport) {
      const resting = drawsParts ? scene.restingNodesIn(view.visibleBox()) : [];
      const boxes = resting.map((node) => scene.boxOf(node));
      this.#guides = { viewport, among: new Guides(boxes, viewport.zoom) };
    }
    return this.#guides.among.place(card, leavesGrid);
  }

  /** The edge that a sole dragged card would be inserted into. It is searched once for each place. */
  #edgeFor(): string | null {
    if (this.#under?.delta !== this.#delta) this.#under = { delta: this.#delta, edgeId: this.#findEdge() };
    return this.#under.edgeId;
  }

  /** Most cards fit into none, and then nothing is searched. */
  #findEdge(): string | null {
    const { document, scene } = this.#context.editor;
    const grabbed = this.#nodes.size === 1 ? document.node(this.#grabbedId) : undefined;
    if (!grabbed || !canBeInserted(document, grabbed)) return null;
    return edgeUnder(scene, scene.boxOf(grabbed), this.#fits)?.id ?? null;
  }

  readonly #fits = ({ id }: FlowEdge): boolean => {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const fits = insertIntoEdge(this.#context.editor.document, id, this.#grabbedId) !== null;
    this.#known.set(id, fits);
    return fits;
  };

  /** The distance of a drop here: not under a thing that covers the stage, where nobody would find it. */
  #deltaBeside(point: Vector): Vector {
    const { document, view } = this.#context.editor;
    const grabbed = document.node(this.#grabbedId);
    const beside = grabbed ? uncoveredPlace(view, point, document.kinds.sizeOf(grabbed)) : null;
    return beside ? subtract(beside, this.#grabbedAt) : this.#delta;
  }

  onCancel(): void {
    this.#restore(this.#before);
  }

  onDocumentChange(folded: Refolded): void {
    this.#guides = null;
    this.#under = null;
    this.#known = new Map();
    const { document, scene } = this.#context.editor;
    this.#before = seenSelection(document, scene.folds, folded, this.#before);
    this.#followFolds(folded);
    this.#followMoved();
    const isHidden = scene.folds.isHidden(this.#grabbedId);
    if (!isHidden) for (const id of this.#nodes) if (document.node(id)) return;
    this.#context.enter({ name: 'idle' });
  }

  /** Dragged cards that a resting frame hides now stay in it: nobody sees them move. All that a dragged one hides now goes with it. */
  #followFolds(folded: Refolded): void {
    const { document, scene } = this.#context.editor;
    const { folds } = scene;
    this.#selection = seenSelection(document, folds, folded, this.#selection);
    const joined: string[] = [];
    const left = new Set<string>();
    for (const [id, shownBefore] of folded) {
      const isDragged = this.#nodes.has(folds.shownIdFor(id));
      if (isDragged && !this.#nodes.has(id)) joined.push(id);
      if (!isDragged && this.#nodes.has(shownBefore)) left.add(id);
    }
    if (joined.length + left.size === 0) return;
    this.#nodes = new Set([...this.#nodes, ...joined].filter((id) => !left.has(id)));
    this.#delta = { x: 0, y: 0 };
    this.#context.gesture.startDrag(this.#nodes);
  }

  /**
   * All that others move together stays under the pointer, and so does a card that is dragged alone by now; cards that they move away from
   * the rest do not take the rest along.
   */
  #followMoved(): void {
    const before = this.#places;
    this.#places = this.#placesNow();
    const from = before.get(this.#grabbedId);
    const to = this.#places.get(this.#grabbedId);
    if (!from || !to) return;
    const shift = subtract(to, from);
    const hasMovedAlike = ([id, at]: readonly [string, Vector]): boolean => {
      const was = before.get(id);
      // A card that has just joined the drag had no place in it before.
      return was === undefined || distance(subtract(at, was), shift) < ROUNDING;
    };
    if (this.#places.size === 1) this.#grabbedAt = to;
    else if (Array.from(this.#places).every(hasMovedAlike)) this.#grabbedAt = add(this.#grabbedAt, shift);
  }

  #placesNow(): ReadonlyMap<string, Vector> {
    const { document } = this.#context.editor;
    const places = new Map<string, Vector>();
    const grabbed = document.node(this.#grabbedId);
    if (grabbed) places.set(grabbed.id, grabbed.position);
    for (const node of nodesOf(document, this.#nodes)) {
      if (places.size > SINGLE_THINGS_MAX) break;
      if (node) places.set(node.id, node.position);
    }
    return places;
  }

  onExit(): void {
    this.#context.gesture.endDrag();
    this.#context.gesture.setPreview({ dropTargetId: null, insertEdgeId: null, guides: null });
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
