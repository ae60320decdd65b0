import type { Editor } from '../../../engine';
import type { NodeStep } from '../../../stores/runs/runSummary';
import type { Cancel } from '../../../stores/ports';

/** The server puts results that come within a second on the canvas together; the rest is for the way. */
const WAIT_MS = 2500;

interface Before {
  readonly value: unknown;
  readonly startedAt: number;
}

/** Nodes whose step is done and whose picture is still on its way: an empty card would look as if nothing had come of it. */
export class ComingPictures {
  readonly #editor: Editor;
  readonly #onCome: (nodeId: string) => void;
  /** Running nodes as they were when they began. */
  readonly #before = new Map<string, Before>();
  readonly #coming = new Map<string, { readonly startedAt: number; readonly timer: number }>();
  readonly #unsubscribe: Cancel;

  /** `onCome`: the picture is there, or is not waited for any more. */
  constructor(editor: Editor, onCome: (nodeId: string) => void) {
    this.#editor = editor;
    this.#onCome = onCome;
    this.#unsubscribe = editor.subscribe((event) => {
      if (event.type !== 'document' || this.#coming.size === 0) return;
      for (const change of event.changes) {
        if (change.type === 'setData') this.#come(change.id);
        else if (change.type === 'replaceNode') this.#come(change.node.id);
      }
    });
  }

  /** When the step of such a node began, in milliseconds since 1970; undefined for any other. */
  startedAt(nodeId: string): number | undefined {
    return this.#coming.get(nodeId)?.startedAt;
  }

  /** Takes a node's step as it is now; undefined where its run has nothing more to say of it. */
  follow(nodeId: string, step: NodeStep | undefined): void {
    const value = this.#editor.document.node(nodeId)?.data.value;
    if (step?.state === 'running') {
      this.#stopWaiting(nodeId);
      if (!this.#before.has(nodeId)) this.#before.set(nodeId, { value, startedAt: step.startedAt ?? Date.now() });
      return;
    }
    const before = this.#before.get(nodeId);
    this.#before.delete(nodeId);
    if (!before || before.value !== value || (step && step.state !== 'done')) return;
    const timer = window.setTimeout(() => this.#come(nodeId), WAIT_MS);
    this.#coming.set(nodeId, { startedAt: before.startedAt, timer });
  }

  dispose(): void {
    this.#unsubscribe();
    for (const nodeId of this.#coming.keys()) this.#stopWaiting(nodeId);
  }

  #come(nodeId: string): void {
    if (this.#stopWaiting(nodeId)) this.#onCome(nodeId);
  }

  #stopWaiting(nodeId: string): boolean {
    window.clearTimeout(this.#coming.get(nodeId)?.timer);
    return this.#coming.delete(nodeId);
  }
}
