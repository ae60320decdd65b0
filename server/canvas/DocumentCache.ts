import type { ReplayedCanvas } from './canvasRows';

/** A canvas as an object, with its revision. Its nodes and edges may be unread. */
export interface CachedDocument extends ReplayedCanvas {
  /** Text of the items that were read since. */
  readBytes: number;
}

/** Measured, and rounded up from 1.6: a canvas takes this multiple of its text's memory. */
const MEMORY_PER_BYTE = 2;
/** and, rounded up from 1.4, so much more for what was read. */
const MEMORY_PER_READ_BYTE = 2;

/** One canvas in the forms in which it was last needed, all of the same revision. */
interface CachedCanvas {
  readonly revision: number;
  readonly document?: CachedDocument;
  /** The document's JSON; UTF-8. */
  readonly text?: Buffer;
}

/** Caches the canvases used last; drops the least recent ones beyond `maxBytes`. */
export class DocumentCache {
  readonly #canvases = new Map<number, CachedCanvas>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** About how much memory they take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The document for reading, if it is at this revision. */
  peek(projectId: number, revision: number): CachedDocument | undefined {
    return this.#at(projectId, revision)?.document;
  }

  /** The text for readers as UTF-8, if it is at this revision. */
  text(projectId: number, revision: number): Buffer | undefined {
    const cached = this.#at(projectId, revision);
    if (cached?.text) this.#set(projectId, cached);
    return cached?.text;
  }

  /** Takes a document out for a change. A caller whose change fails does not put it back. */
  take(projectId: number, revision: number): CachedDocument | undefined {
    const document = this.peek(projectId, revision);
    this.drop(projectId);
    return document;
  }

  put(projectId: number, document: CachedDocument): void {
    this.#set(projectId, { revision: document.revision, document });
  }

  putText(projectId: number, revision: number, text: Buffer): void {
    this.#set(projectId, { ...this.#at(projectId, revision), revision, text });
  }

  /** The stored snapshot has caught up to this revision. */
  compacted(projectId: number, snapshotRevision: number): void {
    const cached = this.#canvases.get(projectId);
    if (cached?.document === undefined || cached.revision < snapshotRevision) return;
    const document = { ...cached.document, snapshotRevision, logPatches: 0, logBytes: 0 };
    this.#canvases.set(projectId, { ...cached, document });
  }

  drop(projectId: number): void {
    const cached = this.#canvases.get(projectId);
    if (cached === undefined) return;
    this.#canvases.delete(projectId);
    this.#bytes -= memoryOf(cached);
  }

  #at(projectId: number, revision: number): CachedCanvas | undefined {
    const cached = this.#canvases.get(projectId);
    return cached?.revision === revision ? cached : undefined;
  }

  #set(projectId: number, cached: CachedCanvas): void {
    this.drop(projectId);
    this.#canvases.set(projectId, cached);
    this.#bytes += memoryOf(cached);
    for (const oldest of this.#canvases.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.drop(oldest);
    }
  }
}

function memoryOf({ document, text }: CachedCanvas): number {
  const { bytes, readBytes } = document ?? { bytes: 0, readBytes: 0 };
  return bytes * MEMORY_PER_BYTE + readBytes * MEMORY_PER_READ_BYTE + (text?.byteLength ?? 0);
}
