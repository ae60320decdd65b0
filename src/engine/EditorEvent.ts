import type { Arrangement } from './edits/arrangeNodes';
import type { DirtyRegion } from './geometry/box';
import type { CardAction } from './nodes/cardLayout';
import type { Change } from './document/Change';
import type { Effect } from './document/Effect';
import type { Bookmark } from './tools/Bookmarks';
import type { StepEvent } from './document/History';

/** The two layers: everything at rest, and all that moves with the gesture. */
export type LayerName = 'world' | 'overlay';
export const BOTH_LAYERS: readonly LayerName[] = ['world', 'overlay'];

/** The source of a change: the person, undo and redo, or something from outside (a result, another tab). */
export type Origin = 'user' | 'history' | 'merge';

/** Events that listeners hear, each after it happened. */
export type EditorEvent =
  /** `effects`: the changes of the lists; `cards`: the parts of the world where cards came, went or changed. */
  | {
      readonly type: 'document';
      readonly changes: readonly Change[];
      readonly effects: readonly Effect[];
      readonly origin: Origin;
      readonly cards: DirtyRegion;
    }
  | StepEvent
  | { readonly type: 'viewport' }
  /** The bookmarks have changed and must be saved. */
  | { readonly type: 'bookmarks'; readonly origin: Origin }
  /** The person has set a bookmark or gone to one; `before` is the replaced one. */
  | {
      readonly type: 'bookmark';
      readonly did: 'kept' | 'replaced' | 'visited' | 'missing';
      readonly number: number;
      readonly before: Bookmark | null;
    }
  | { readonly type: 'selection' }
  | { readonly type: 'hover' }
  /** The tool entered another state. */
  | { readonly type: 'state' }
  | { readonly type: 'preview' }
  /** `Editor.wantsTicks` has changed: a listener that has a clock starts or stops sending a tick each frame. */
  | { readonly type: 'ticks' }
  /** A field is being edited, or no longer. */
  | { readonly type: 'editing' }
  /** An edge was dropped on a handle or a card that cannot take it; `nodeIds`: the refused ones of several nodes. */
  | { readonly type: 'refused'; readonly nodeIds: readonly string[] }
  /** The selected nodes were arranged; `count`: how many of them had to move. */
  | { readonly type: 'arranged'; readonly how: Arrangement; readonly count: number }
  /** The work of these nodes is in another state: it has begun, ended or failed (see `Editor.runs`). */
  | { readonly type: 'runs'; readonly nodeIds: ReadonlySet<string> }
  /** A button on a card was pressed; the app runs, converts, uploads or enlarges. */
  | { readonly type: 'action'; readonly nodeId: string; readonly action: CardAction }
  /** These layers must be painted again; of the world, all that moved with the viewport, and this area. */
  | {
      readonly type: 'invalidate';
      readonly layers: readonly LayerName[];
      readonly reason: string;
      readonly area: DirtyRegion;
    };

export type Listener = (event: EditorEvent) => void;

/** Throws a listener's error as the platforms do: loudly, but after everything else. */
function throwLater(error: unknown): void {
  void Promise.resolve().then(() => {
    throw error;
  });
}

/**
 * The listeners of an editor. One that throws does not keep events from the others, and one that edits does not change their order: its
 * events wait until all have heard the one before.
 */
export class Listeners {
  readonly #all = new Set<Listener>();
  readonly #onError: (error: unknown) => void;
  readonly #waiting: EditorEvent[] = [];
  /** Events wait: one is being told, or a step is not complete. */
  #isHeld = false;

  constructor(onError: (error: unknown) => void = throwLater) {
    this.#onError = onError;
  }

  /** Returns a function that unsubscribes. */
  add(listener: Listener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** `complete` ends the step that the event is about: nobody hears of it before, nor of the events that it tells first. */
  tell(event: EditorEvent, complete?: () => void): void {
    const isPart = this.#isHeld;
    this.#isHeld = true;
    try {
      complete?.();
    } finally {
      this.#waiting.push(event);
      if (!isPart) this.#tellWaiting();
    }
  }

  #tellWaiting(): void {
    try {
      for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
        for (const listener of this.#all) this.#tellOne(listener, event);
      }
    } finally {
      this.#isHeld = false;
    }
  }

  #tellOne(listener: Listener, event: EditorEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#onError(error);
    }
  }
}
