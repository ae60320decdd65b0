import { placeFragment } from '../edits/placeFragment';
import { newNode, placeNode, placeRow, placeConnected, placeReroute } from '../edits/placeNode';
import type { Editor } from '../Editor';
import type { Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { NodeData } from '../document/FlowNode';
import type { Fragment } from '../document/fragment';
import type { FreshIds } from '../document/FreshIds';
import type { HandleRef } from '../scene/connectionRule';
import { writeOnNew } from './writeOnCard';

/** Adds things for a person, in one step each: each gets a new id and is selected, and a lone text waits for its words. */
export class NodeAdder {
  readonly #editor: Editor;
  readonly #freshIds: FreshIds;

  constructor(editor: Editor, freshIds: FreshIds) {
    this.#editor = editor;
    this.#freshIds = freshIds;
  }

  node(type: string, model: string | null, at: Vector): string {
    this.#mustBeKnown(type);
    const node = newNode(this.#editor.document.kinds, this.#freshIds.forNode(type), type, model, at);
    this.#add(placeNode(node), [node.id]);
    writeOnNew(this.#editor);
    return node.id;
  }

  row(type: string, at: Vector, data: readonly NodeData[], also: readonly Change[]): string[] {
    this.#mustBeKnown(type);
    const nodes = placeRow(this.#editor.document.kinds, type, at, data, this.#freshIds);
    const ids = nodes.map(({ id }) => id);
    this.#add([...also, ...nodes.flatMap((node) => placeNode(node))], ids);
    return ids;
  }

  fragment(fragment: Fragment, by: Vector, keepsOuter: boolean): readonly string[] {
    const { changes, nodeIds } = placeFragment(this.#editor.document, fragment, by, this.#freshIds, keepsOuter);
    this.#add(changes, nodeIds);
    return nodeIds;
  }

  /** Null and nothing added where the edge is gone. */
  reroute(edgeId: string, at: Vector): string | null {
    const placed = placeReroute(this.#editor.document, edgeId, at, this.#freshIds);
    if (placed) this.#add(placed.changes, [placed.nodeId]);
    return placed?.nodeId ?? null;
  }

  /**
   * Joined to `from`, and where the add menu is open to what it was opened with. `cleared` is called before anything changes; null
   * and nothing added where the rules cannot join the two.
   */
  connected(
    from: HandleRef,
    kind: { readonly type: string; readonly model: string | null },
    at: Vector,
    cleared: () => void,
  ): string | null {
    this.#mustBeKnown(kind.type);
    const { document, preview } = this.#editor;
    const placed = placeConnected(document, from, kind, at, this.#freshIds, preview.addMenu?.beside);
    cleared();
    if (!placed) return null;
    this.#add(placed.changes, [placed.nodeId]);
    writeOnNew(this.#editor);
    return placed.nodeId;
  }

  #mustBeKnown(type: string): void {
    if (!this.#editor.document.kinds.of(type)) throw new Error(`no node kind: '${type}' is none of the editor's`);
  }

  #add(changes: readonly Change[], nodeIds: readonly string[]): void {
    this.#editor.apply(changes);
    this.#editor.select({ nodes: new Set(nodeIds) });
  }
}
