import { tooMuchOf } from '../../api/contract';
import { requestItems, type Editor } from '../../engine';
import type { FailureWords } from '../failureWords';

type Reason = FailureWords['key'];

/** Nodes whose run was refused before any call, for what the connected nodes hold: until those hold something else. */
export class RefusedRuns {
  readonly #reasons = new Map<string, Reason>();
  readonly #editor: Editor;
  readonly #unsubscribe: () => void;

  /** `onMended`: the reason of a node holds no longer. */
  constructor(editor: Editor, onMended: (nodeId: string) => void) {
    this.#editor = editor;
    this.#unsubscribe = editor.subscribe(({ type }) => {
      if (type !== 'document') return;
      for (const [nodeId, reason] of this.#reasons) {
        if (this.reasonOf(nodeId) === reason) continue;
        this.#reasons.delete(nodeId);
        onMended(nodeId);
      }
    });
  }

  /** Why the connected nodes' content cannot be sent; null when it can. */
  reasonOf(nodeId: string): Reason | null {
    const items = requestItems(this.#editor.document, nodeId);
    if (items.length === 0) return 'node.nothingToRun';
    const excess = tooMuchOf(items);
    return excess && `failure.${excess}`;
  }

  /** Watches a node that shows this failure, if it is such a reason and still holds. */
  watch(nodeId: string, reason: Reason): void {
    if (this.reasonOf(nodeId) === reason) this.#reasons.set(nodeId, reason);
    else this.#reasons.delete(nodeId);
  }

  dispose(): void {
    this.#unsubscribe();
  }
}
