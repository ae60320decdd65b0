import type { Editor } from '../../Editor';
import { isSameBox, type Box } from '../../geometry/box';
import type { FlowNode } from '../../document/FlowNode';

const NOBODY: ReadonlySet<string> = new Set();

/** Which pictures the cards in view show, looked up once for each view. */
export class PicturesInView {
  readonly #editor: Editor;
  #seen: { readonly box: Box; readonly nodes: readonly FlowNode[] } | null = null;
  #idsByUrl = new Map<string, Set<string>>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** The urls in view, each with the ids of the cards that show it. */
  get all(): ReadonlyMap<string, ReadonlySet<string>> {
    const box = this.#editor.viewport.visibleBox();
    const { nodes } = this.#editor.document;
    const { drag } = this.#editor.scene;
    // What is carried comes into view without either of them changing.
    if (!drag && this.#seen?.nodes === nodes && isSameBox(this.#seen.box, box)) return this.#idsByUrl;
    this.#seen = drag ? null : { box, nodes };
    this.#idsByUrl = new Map();
    for (const node of this.#editor.scene.nodesIn(box)) {
      const url = this.#editor.document.kinds.pictureOf(node);
      if (url === null) continue;
      const ids = this.#idsByUrl.get(url);
      if (ids) ids.add(node.id);
      else this.#idsByUrl.set(url, new Set([node.id]));
    }
    return this.#idsByUrl;
  }

  /** The cards in view that show this picture. */
  cardsOf(url: string): ReadonlySet<string> {
    return this.all.get(url) ?? NOBODY;
  }
}
