import { frameAround, growAroundArranged, growHomes } from '../edits/frameNodes';
import { resizeNode } from '../edits/moveNodes';
import type { Editor } from '../Editor';
import type { Origin } from '../EditorEvent';
import { toGridLine, type Vector } from '../geometry/vector';
import type { IdSet } from '../collections/IdSet';
import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { FrameColour } from '../nodes/frame/frameColours';
import type { Selection } from '../scene/selection';
import { soleSelectedNode } from '../scene/selection';

/** Consecutive steps of one group are undone together: throughout, the nodes that were in a frame at the first move with it. */
export const NUDGE = 'nudge';

/** Operations on frames and on other cards whose size people choose, and the nodes that go where a frame goes. */
export class FrameEdits {
  readonly #editor: Editor;
  readonly #freshIds: FreshIds;
  #nudged: { readonly selection: Selection; readonly nodeIds: IdSet; readonly isCurrent: boolean } | null = null;

  constructor(editor: Editor, freshIds: FreshIds) {
    this.#editor = editor;
    this.#freshIds = freshIds;
  }

  /** These nodes with the content of the frames among them; the same set if there is nothing more. */
  withContent(nodeIds: IdSet): IdSet {
    const { document, scene } = this.#editor;
    if (nodeIds.size === document.nodeCount) return nodeIds;
    const all = new Set(nodeIds);
    for (const frame of this.#framesAmong(nodeIds)) for (const id of scene.contentOf(frame)) all.add(id);
    return all.size === nodeIds.size ? nodeIds : all;
  }

  /** These nodes with the hidden content of folded frames among them: an open frame leaves its content when it is removed. */
  withHidden(nodeIds: IdSet): IdSet {
    const { document, scene } = this.#editor;
    if (nodeIds.size === document.nodeCount) return nodeIds;
    const hidden = Array.from(nodeIds, (id) => [...scene.folds.hiddenBy(id)]).flat();
    return hidden.length === 0 ? nodeIds : new Set([...nodeIds, ...hidden]);
  }

  /** Folds these frames into one card each, or unfolds them where all are folded; what is no frame, or is hidden, stays as it is. */
  toggleFold(nodeIds: Iterable<string> = this.#editor.selection.nodes): void {
    const { document, scene } = this.#editor;
    const frames = this.#framesAmong(nodeIds).filter(({ id }) => !scene.folds.isHidden(id));
    const isFolding = frames.some((frame) => !document.kinds.isFolded(frame));
    const changes = frames.map(({ id, ...frame }): Change => ({
      type: 'setData',
      id,
      data: isFolding
        ? { isFolded: true, holds: frame.data.holds ?? scene.contentOf({ id, ...frame }) }
        : { isFolded: false, holds: undefined },
    }));
    this.#editor.apply(changes);
  }

  /** `withContent` of the selection, kept from one press of an arrow key to the next: a frame gathers nothing on its way, and leaves what others take out. */
  nudged(): IdSet {
    const { selection } = this.#editor;
    const known = this.#nudged?.selection === selection ? this.#nudged : null;
    if (known?.isCurrent) return known.nodeIds;
    const now = this.withContent(selection.nodes);
    const nodeIds =
      !known || known.nodeIds === now ? now : new Set(Array.from(known.nodeIds).filter((id) => now.has(id)));
    this.#nudged = { selection, nodeIds, isCurrent: true };
    return nodeIds;
  }

  /** Notes a change, with the group of its step: only arrow keys and others leave these nodes as they are. To be called after every change. */
  follow(origin: Origin, group: string | null): void {
    if (origin !== 'merge') this.#nudged = group === NUDGE ? this.#nudged : null;
    else if (this.#nudged) this.#nudged = { ...this.#nudged, isCurrent: false };
  }

  /** Applies one step, as `Editor.apply`; frames grow around the nodes in them that it makes larger. */
  applyAndGrow(changes: readonly Change[], group: string | null = null): void {
    this.#editor.apply(growHomes(this.#editor.document, this.#editor.scene, changes), group);
  }

  /** Applies moves of nodes against one another as one step; frames grow around what is moved in them, but take nothing else in. */
  applyArranged(moves: readonly Change[]): void {
    this.#editor.apply(growAroundArranged(this.#editor.document, this.#editor.scene, moves));
  }

  /** Puts a frame around the selected nodes, selects it and opens its title. Returns its id, null when no node is selected. */
  frameSelection(): string | null {
    const { document, scene, selection, drawsParts } = this.#editor;
    const kind = document.kinds.all.find(({ isFrame }) => isFrame);
    const box = selection.nodes.size > 0 ? scene.bounds(selection.nodes) : null;
    if (!kind || !box) return null;
    const id = this.#freshIds.forNode(kind.type);
    this.#editor.apply(frameAround(id, kind.type, kind.newData?.() ?? {}, box));
    this.#editor.select({ nodes: new Set([id]) });
    if (drawsParts) this.#editor.startEditing({ nodeId: id, name: 'title' });
    return id;
  }

  /** Gives the selected frames this colour. */
  colourSelection(colour: FrameColour): void {
    const changes = this.selectedFrames.map(({ id }): Change => ({ type: 'setData', id, data: { colour } }));
    this.#editor.apply(changes);
  }

  get selectedFrames(): readonly FlowNode[] {
    return this.#framesAmong(this.#editor.selection.nodes);
  }

  /** The card that is selected alone, if people choose its size. */
  get resizable(): FlowNode | null {
    const { document, selection } = this.#editor;
    const node = document.node(soleSelectedNode(selection) ?? '');
    return node && document.kinds.of(node.type)?.leastSize && !document.kinds.isFolded(node) ? node : null;
  }

  /** Makes that card larger or smaller by this many lines of the grid. */
  resizeSelected(lines: Vector): void {
    const node = this.resizable;
    if (!node) return;
    const { x, y, width, height } = this.#editor.scene.committedBoxOf(node);
    const box = {
      x,
      y,
      width: width + toGridLine(x + width, lines.x),
      height: height + toGridLine(y + height, lines.y),
    };
    this.applyAndGrow(resizeNode(this.#editor.document, node.id, box), `resize:${node.id}`);
  }

  #framesAmong(nodeIds: Iterable<string>): readonly FlowNode[] {
    const { document } = this.#editor;
    return Array.from(nodeIds).flatMap((id) => {
      const node = document.node(id);
      return node && document.kinds.of(node.type)?.isFrame ? [node] : [];
    });
  }
}
