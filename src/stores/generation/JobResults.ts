import type { Editor } from '../../engine';
import type { Clock } from '../ports';

/** Sets the results of runs in the document. */
export class JobResults {
  readonly #editor: Editor;
  readonly #clock: Clock;
  /** Results whose node was deleted before they came: the undo of that takes them. */
  readonly #unplaced = new Map<string, string>();

  constructor(editor: Editor, clock: Clock) {
    this.#editor = editor;
    this.#clock = clock;
  }

  place(nodeId: string, value: string): void {
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
