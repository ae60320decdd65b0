import type { Change, Editor } from '../../engine';
import { type Cancel, type Clock, wait } from '../ports';

/** Delays before each look for a picture's take, since the picture may come first. */
const LOOK_MS = [0, 300, 1500, 6000] as const;
/** Browsers allow six connections to a host, and the canvas needs some. */
const LOOKS_MAX = 3;

interface NewResultsDeps {
  readonly editor: Editor;
  readonly clock: Clock;
  /** Whether the take with this value is known. */
  readonly knows: (nodeId: string, value: string) => boolean;
  /** Reads the newest takes of a node. */
  readonly read: (nodeId: string) => Promise<void>;
  /** Resolves when no reading of the whole project is under way. */
  readonly allRead: () => Promise<void>;
}

/** Reads the takes of new results. A value that has no known take is a new result, whoever ran the node. */
export class NewResults {
  readonly #deps: NewResultsDeps;
  /** Looks under way and their followers: each new one follows the oldest of these. */
  readonly #looks: Promise<void>[] = Array.from({ length: LOOKS_MAX }, () => Promise.resolve());
  readonly #unsubscribe: Cancel;
  #isDisposed = false;

  constructor(deps: NewResultsDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.editor.subscribe((event) => {
      if (event.type === 'document') this.#note(event.changes);
    });
  }

  dispose(): void {
    this.#unsubscribe();
    this.#isDisposed = true;
  }

  #note(changes: readonly Change[]): void {
    const { document } = this.#deps.editor;
    for (const change of changes) {
      if (change.type !== 'setData') continue;
      const { value } = change.data;
      const run = document.kinds.of(document.node(change.id)?.type ?? '')?.run;
      if (!run?.isGeneration || typeof value !== 'string' || value === '') continue;
      if (!run.writes && !value.startsWith('/files/')) continue;
      if (!this.#deps.knows(change.id, value)) void this.#lookFor(change.id, value);
    }
  }

  async #lookFor(nodeId: string, value: string): Promise<void> {
    for (const ms of LOOK_MS) {
      await wait(this.#deps.clock, ms);
      await this.#inTurn(() => this.#look(nodeId, value));
      if (this.#isDisposed || this.#deps.knows(nodeId, value)) return;
    }
  }

  #inTurn(look: () => Promise<void>): Promise<void> {
    const turn = (this.#looks.shift() ?? Promise.resolve()).then(look);
    this.#looks.push(turn);
    return turn;
  }

  async #look(nodeId: string, value: string): Promise<void> {
    // It has the takes of all of them: after missed events very many values are new at once.
    await this.#deps.allRead();
    if (this.#isDisposed || this.#deps.knows(nodeId, value)) return;
    try {
      await this.#deps.read(nodeId);
    } catch (error) {
      console.warn('the takes of this node could not be read', error);
    }
  }
}
