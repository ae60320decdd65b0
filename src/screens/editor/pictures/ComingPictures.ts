import type { Editor } from '../../../engine';
import type { NodeStep } from '../../../stores/runs/runSummary';
import type { Cancel } from '../../../stores/ports';

/** The server puts results that come within a second on the canvas together; the rest is for the way. */
const WAIT_MS = 2500;

interface AwaitedPicture {
  /** The node's value when its step was done. */
  readonly value: unknown;
  readonly timer: number;
}

/** Nodes whose step is done and whose picture is still on its way: an empty card would look as if nothing had come of it. */
export class ComingPictures {
  readonly #editor: Editor;
  readonly #onCome: (nodeId: string) => void;
  /** Values that running nodes had when they began. */
  readonly #before = new Map<string, unknown>();
  readonly #coming = new Map<string, AwaitedPicture>();
  readonly #unsubscribe: Cancel;

  /** `onCome`: the picture is there, or is not waited for any more. */
  constructor(editor: Editor, onCome: (nodeId: string) => void) {
    this.#editor = editor;
    this.#onCome = onCome;
    this.#unsubscribe = editor.subscribe((event) => {
      if (event.type !== 'document') return;
      for (const [nodeId, { value }] of this.#coming) if (this.#valueOf(nodeId) !== value) this.#come(nodeId);
    });
  }

  has(nodeId: string): boolean {
    return this.#coming.has(nodeId);
  }

  /** Takes a node's step as it is now; undefined where its run has nothing more to say of it. */
  follow(nodeId: string, step: NodeStep | undefined): void {
    const value = this.#valueOf(nodeId);
    if (step?.state === 'running') {
      this.#stopWaiting(nodeId);
      if (!this.#before.has(nodeId)) this.#before.set(nodeId, value);
      return;
    }
    const isAwaited = this.#before.has(nodeId) && this.#before.get(nodeId) === value;
    this.#before.delete(nodeId);
    // No picture comes to a node that has gone.
    if (!isAwaited || (step && step.state !== 'done') || !this.#editor.document.node(nodeId)) return;
    this.#coming.set(nodeId, { value, timer: window.setTimeout(() => this.#come(nodeId), WAIT_MS) });
  }

  dispose(): void {
    this.#unsubscribe();
    for (const nodeId of this.#coming.keys()) this.#stopWaiting(nodeId);
  }

  #valueOf(nodeId: string): unknown {
    return this.#editor.document.node(nodeId)?.data.value;
  }

  #come(nodeId: string): void {
    if (this.#stopWaiting(nodeId)) this.#onCome(nodeId);
  }

  #stopWaiting(nodeId: string): boolean {
    window.clearTimeout(this.#coming.get(nodeId)?.timer);
    return this.#coming.delete(nodeId);
  }
}
