import { foldedContent } from '../../scene/foldedContent';
import type { Editor } from '../../Editor';
import { isSameBox, translate, type Box } from '../../geometry/box';
import { picturesOfSheet } from '../../nodes/sheet/cellPositions';
import type { CellTable } from '../../nodes/viewState';
import type { CellSource } from '../../render/card/PaintEnvironment';

const NOBODY: ReadonlySet<string> = new Set();

/** Pictures of the cards in view, looked up once for each view. */
export class PicturesInView {
  readonly #editor: Editor;
  readonly #cells: CellSource | undefined;
  #seen: { readonly box: Box; readonly version: number } | null = null;
  #idsByUrl = new Map<string, Set<string>>();
  /** The tables of the sheets in view. Another table means that any cell may look different. */
  #tables = new Map<string, CellTable | null>();

  constructor(editor: Editor, cells?: CellSource) {
    this.#editor = editor;
    this.#cells = cells;
  }

  /** The urls in view, each with the ids of the cards that show it. */
  get all(): ReadonlyMap<string, ReadonlySet<string>> {
    const box = this.#editor.view.visibleBox();
    const { version } = this.#editor.document;
    const { drag } = this.#editor.scene;
    // A dragged card comes into view without either of them changing.
    if (!drag && this.#seen?.version === version && isSameBox(this.#seen.box, box) && this.#hasSameTables())
      return this.#idsByUrl;
    this.#seen = drag ? null : { box, version };
    this.#idsByUrl = new Map();
    this.#tables = new Map();
    for (const node of this.#editor.scene.nodesIn(box)) {
      const { kinds } = this.#editor.document;
      const url = kinds.pictureOf(node);
      if (url !== null) this.#add(url, node.id);
      for (const url of foldedContent(this.#editor.document, this.#editor.scene, node)?.pictures ?? [])
        this.#add(url, node.id);
      if (!this.#cells || kinds.of(node.type)?.isSheet !== true) continue;
      const table = this.#cells.tableOf(node.id);
      this.#tables.set(node.id, table);
      const at = this.#editor.scene.positionOf(node);
      const { body } = kinds.layoutOf(node);
      for (const each of picturesOfSheet(table, body, translate(box, { x: -at.x, y: -at.y }))) this.#add(each, node.id);
    }
    return this.#idsByUrl;
  }

  #hasSameTables(): boolean {
    for (const [id, table] of this.#tables) if (this.#cells?.tableOf(id) !== table) return false;
    return true;
  }

  #add(url: string, nodeId: string): void {
    const ids = this.#idsByUrl.get(url);
    if (ids) ids.add(nodeId);
    else this.#idsByUrl.set(url, new Set([nodeId]));
  }

  /** The cards in view that show this picture. */
  cardsOf(url: string): ReadonlySet<string> {
    return this.all.get(url) ?? NOBODY;
  }
}
