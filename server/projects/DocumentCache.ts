/** A canvas as an object, at the revision it stands at. */
export interface HotDocument {
  revision: number;
  document: unknown;
  /** Serialized size, or a little more. */
  bytes: number;
  /** The revision of the stored snapshot that this was read from. */
  snapshotRevision: number;
  /** Size of the patches since that snapshot. */
  logBytes: number;
}

/** Measured: a parsed canvas takes about this many times the memory of its text. */
const MEMORY_PER_BYTE = 3;

/** The canvases last worked on, least recent ones dropped first when they outgrow the bound. */
export class DocumentCache {
  readonly #documents = new Map<number, HotDocument>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The document for reading, when it stands at this revision. */
  peek(projectId: number, revision: number): HotDocument | undefined {
    const hot = this.#documents.get(projectId);
    return hot?.revision === revision ? hot : undefined;
  }

  /** Takes a document out to change it. Whoever fails simply does not put it back. */
  take(projectId: number, revision: number): HotDocument | undefined {
    const hot = this.#documents.get(projectId);
    if (hot === undefined) return undefined;
    this.#documents.delete(projectId);
    this.#bytes -= hot.bytes * MEMORY_PER_BYTE;
    return hot.revision === revision ? hot : undefined;
  }

  put(projectId: number, hot: HotDocument): void {
    this.take(projectId, -1);
    this.#documents.set(projectId, hot);
    this.#bytes += hot.bytes * MEMORY_PER_BYTE;
    for (const oldest of this.#documents.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.take(oldest, -1);
    }
  }

  /** The stored snapshot has caught up to this revision. */
  folded(projectId: number, snapshotRevision: number): void {
    const hot = this.#documents.get(projectId);
    if (hot === undefined || hot.revision < snapshotRevision) return;
    this.#documents.set(projectId, { ...hot, snapshotRevision, logBytes: 0 });
  }

  drop(projectId: number): void {
    this.take(projectId, -1);
  }
}
