import type { TextField } from '../edits/editText';
import type { Editor } from '../Editor';
import type { IdSet } from '../collections/IdSet';
import { BOTH_LAYERS, type EditorEvent } from '../EditorEvent';
import type { DirtyRegion } from '../geometry/box';
import type { Change } from '../document/Change';
import type { History } from '../document/History';
import { isFoldedAway, type Refolded } from '../scene/Folds';
import { isSameSelection, seenSelection, selectionAfter, selectionIn, type Selection } from '../scene/selection';
import { hasTextField } from '../scene/textField';

/** The selection, and the text that is being edited; neither is saved. A change of either ends the undo step before it. */
export class Focus {
  readonly #editor: Editor;
  readonly #history: History;
  readonly #emit: (event: EditorEvent) => void;
  #selection: Selection = { nodes: new Set(), edges: new Set() };
  #editing: TextField | null = null;

  constructor(editor: Editor, history: History, emit: (event: EditorEvent) => void) {
    this.#editor = editor;
    this.#history = history;
    this.#emit = emit;
  }

  get selection(): Selection {
    return this.#selection;
  }

  get editing(): TextField | null {
    return this.#editing;
  }

  /** Replaces the selection, ids that are not there left out; what is selected comes to the front. */
  select(selection: Partial<Selection>): void {
    this.#set(selectionIn(this.#editor.document, selection));
  }

  /** Returns a function that brings a selection back, with the cards stacked as they are now and the same open undo step: a cancelled gesture leaves no trace. */
  remember(): (selection: Selection) => void {
    const { raised } = this.#editor.scene;
    const reopen = this.#history.keepOpen();
    return (selection) => {
      const there = selectionIn(this.#editor.document, selection);
      reopen();
      this.#put(isSameSelection(there, selection) ? selection : there, raised);
    };
  }

  selectAll(): void {
    const { nodeIds, edgeIds } = this.#editor.document;
    this.#set({ nodes: nodeIds, edges: edgeIds });
  }

  edit(field: TextField | null): void {
    const { scene } = this.#editor;
    const touched = [this.#editing, field].flatMap((either) => either?.nodeId ?? []);
    this.#history.seal();
    this.#editing = field;
    this.#emit({ type: 'editing' });
    this.#invalidate('editing', scene.areaOf([new Set(touched)]));
  }

  /** Forgets removed items, and those that were folded away: the next key would change what nobody sees. */
  dropGone(changes: readonly Change[], folded: Refolded): void {
    const { document, scene } = this.#editor;
    const { folds } = scene;
    const field = this.#editing;
    if (field) {
      const isThere = hasTextField(document.kinds, document.node(field.nodeId), field);
      if (!isThere || isFoldedAway(folded, field.nodeId)) this.edit(null);
    }
    this.#set(seenSelection(document, folds, folded, selectionAfter(document, changes, this.#selection)));
  }

  #set(next: Selection): void {
    if (isSameSelection(next, this.#selection)) return;
    this.#history.seal();
    this.#put(next, next.nodes.size > 0 ? next.nodes : this.#editor.scene.raised);
  }

  #put(next: Selection, raised: IdSet): void {
    const { scene } = this.#editor;
    const before = this.#selection;
    if (next === before && raised === scene.raised) return;
    const touched = [scene.raised, raised, before.nodes, next.nodes];
    this.#selection = next;
    scene.raised = raised;
    this.#emit({ type: 'selection' });
    this.#invalidate('selection', scene.areaOf(touched, [before.edges, next.edges]));
  }

  #invalidate(reason: string, area: DirtyRegion): void {
    this.#emit({ type: 'invalidate', layers: BOTH_LAYERS, reason, area });
  }
}
