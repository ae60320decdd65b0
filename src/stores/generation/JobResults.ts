import type { Editor } from '../../engine';
import type { Clock } from '../ports';

/** Sets the results of runs in the document. */
export class JobResults {
  readonly #editor: Editor;
  readonly #clock: Clock;
  /** Results whose node was deleted before they came: the undo of that takes them. */
  readonly #unplaced = new Map<string, string>();
  /** The results that this page has set last. */
  readonly #placed = new Map<string, string>();

  constructor(editor: Editor, clock: Clock) {
    this.#editor = editor;
    this.#clock = clock;
  }

  /** A hash of the picture's address or the text that a node shows. */
  shownOn(nodeId: string): number {
    const value = this.#editor.document.node(nodeId)?.data.value;
    return hashOf(typeof value === 'string' ? value : '');
  }

  /**
   * Sets a result that comes late. A value that a person has chosen since the node ran stays.
   *
   * @param shown `shownOn` when the node ran; undefined when an earlier version ran it.
   */
  takeOver(nodeId: string, value: string, shown: number | undefined): void {
    if (this.#placed.get(nodeId) === value) return;
    const isThere = this.#editor.document.node(nodeId) !== undefined;
    if (!isThere || shown === undefined || shown === this.shownOn(nodeId)) this.place(nodeId, value);
  }

  place(nodeId: string, value: string): void {
    this.#placed.set(nodeId, value);
    if (this.#editor.document.node(nodeId)) {
      this.#editor.merge([{ type: 'setData', id: nodeId, data: { value } }]);
    } else this.#unplaced.set(nodeId, value);
  }

  /** Places what waits for nodes that are there again; to be called after every change of the document. */
  placeWaiting(): void {
    for (const [nodeId, value] of this.#unplaced) {
      if (!this.#editor.document.node(nodeId)) continue;
      this.#unplaced.delete(nodeId);
      // The picture is set in a later task, not during the undo.
      this.#clock.after(0, () => this.place(nodeId, value));
    }
  }
}

/** FNV-1a over the units of a value, which may be a text or a whole picture. */
function hashOf(value: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return hash;
}
