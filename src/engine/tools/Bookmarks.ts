import type { Editor } from '../Editor';
import type { EditorEvent, Origin } from '../EditorEvent';
import { centreOfBox } from '../geometry/box';
import { centredOn } from '../geometry/fitBox';
import { isFinitePoint, type Vector } from '../geometry/vector';
import { clampZoom, type Viewport } from '../geometry/viewport';

/** A view to come back to, on a stage of any size. */
export interface Bookmark {
  /** The world point in the middle of the stage. */
  readonly position: Vector;
  readonly zoom: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBookmark = (value: unknown): value is Bookmark =>
  isJsonObject(value) &&
  isFinitePoint(value.position as Vector | undefined) &&
  typeof value.zoom === 'number' &&
  value.zoom > 0;

/** The numbers of bookmarks. */
export const BOOKMARK_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Bookmarks of a canvas under numbers from 1 to 9: the member `bookmarks` of its snapshot, which merges by key. No step of undo. */
export class Bookmarks {
  readonly #editor: Editor;
  readonly #emit: (event: EditorEvent) => void;
  readonly #fly: (to: Viewport, around: Vector) => void;
  /** The snapshot's member as it came, with parts we do not know; undefined where the snapshot has none. */
  #saved: unknown;

  constructor(
    editor: Editor,
    saved: unknown,
    emit: (event: EditorEvent) => void,
    fly: (to: Viewport, around: Vector) => void,
  ) {
    this.#editor = editor;
    this.#saved = saved;
    this.#emit = emit;
    this.#fly = fly;
  }

  /** The member that a snapshot gets: nothing until a bookmark is kept. */
  get member(): { readonly bookmarks?: unknown } {
    return this.#saved === undefined ? {} : { bookmarks: this.#saved };
  }

  of(number: number): Bookmark | null {
    const found = isJsonObject(this.#saved) ? this.#saved[String(number)] : undefined;
    return isBookmark(found) ? found : null;
  }

  /** Saves the current view; a bookmark under this number is replaced, which the event `bookmark` reports. */
  keep(number: number): void {
    const { view } = this.#editor;
    const { x, y } = centreOfBox(view.visibleBox());
    const before = this.of(number);
    const position = { x: Math.round(x), y: Math.round(y) };
    this.set(number, { position, zoom: view.viewport.zoom });
    this.#emit({ type: 'bookmark', did: before ? 'replaced' : 'kept', number, before });
  }

  /** Puts this one there, or none. */
  set(number: number, bookmark: Bookmark | null): void {
    const others = isJsonObject(this.#saved) ? this.#saved : {};
    const { [String(number)]: _before, ...rest } = others;
    this.#saved = bookmark ? { ...rest, [number]: bookmark } : rest;
    this.#emit({ type: 'bookmarks', origin: 'user' });
  }

  /** Takes the view there, in some frames as `Editor.flyTo` does; tells where nothing is kept. */
  goTo(number: number): void {
    const bookmark = this.of(number);
    this.#emit({ type: 'bookmark', did: bookmark ? 'visited' : 'missing', number, before: null });
    if (!bookmark) return;
    const { position, zoom } = bookmark;
    // A newer version may know zooms that this one does not have.
    this.#fly(centredOn(position, this.#editor.view.size, clampZoom(zoom)), position);
  }

  /** All of them as another tab or the server has them. */
  replace(saved: unknown, origin: Origin = 'merge'): void {
    if (saved === this.#saved) return;
    this.#saved = saved;
    this.#emit({ type: 'bookmarks', origin });
  }
}
