import { tooMuchOf } from '../../api/contract';
import { requestItems, type Editor } from '../../engine';
import type { FailureWords } from '../failureWords';

type Reason = FailureWords['key'];

/** Nodes whose run was refused before any call, for what the connected nodes hold: until those hold something else. */
export class RefusedRuns {
  readonly #nodeIds = new Set<string>();
  readonly #editor: Editor;
  readonly #unsubscribe: () => void;

  constructor(editor: Editor, onMended: (nodeId: string) => void) {
    this.#editor = editor;
    this.#unsubscribe = editor.subscribe(({ type }) => {
      if (type !== 'document') return;
      for (const nodeId of this.#nodeIds) {
        if (this.reasonOf(nodeId) !== null) continue;
        this.#nodeIds.delete(nodeId);
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
    if (this.reasonOf(nodeId) === reason) this.#nodeIds.add(nodeId);
    else this.#nodeIds.delete(nodeId);
  }

  dispose(): void {
    this.#unsubscribe();
  }
}
