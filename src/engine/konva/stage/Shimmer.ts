import type { Editor } from '../../Editor';

/** One pass of the light; milliseconds. */
const PASS_MS = 1600;
/** Time between two steps of the light; it is calm, so 15 a second are enough. */
const STEP_MS = 1000 / 15;
/** The light rests while more cards than this wait, as when a project opens: their pictures need the time. */
const MOVING_MAX = 12;

/** The clock of the light over pictures that are on their way: it goes only while such cards are painted. */
export class Shimmer {
  readonly #editor: Editor;
  readonly #awaited = new Set<string>();
  readonly #stillness = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** The options to paint a frame with now. */
  options(): { readonly shimmer?: number; readonly awaited: Set<string> } {
    const awaited = this.#awaited;
    return this.#stillness?.matches ? { awaited } : { awaited, shimmer: (performance.now() % PASS_MS) / PASS_MS };
  }

  /** Repaints in a moment the cards that the last frame found waiting. */
  follow(): void {
    if (this.#awaited.size > 0) this.#timer ??= setTimeout(() => this.#step(), STEP_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#awaited.clear();
  }

  #step(): void {
    this.#timer = undefined;
    const waiting = new Set(this.#awaited);
    // The frame that this asks for finds again the cards that still wait.
    this.#awaited.clear();
    if (waiting.size <= MOVING_MAX && !this.#stillness?.matches) this.#editor.repaint('shimmer', waiting);
  }
}
