import { readSnapshot, type Snapshot } from '../../../engine';
import { type ChangeRecord, changeShape, fastWholeShape, type ReadChange, type WholeRecord } from './records';
import { THUMBNAILS_KEY } from './Thumbnails';

const WHOLE_KEY = 'flow_latest';
const CHANGE_KEY = 'flow_latest_change';
/** Above 2 MB a whole copy lives in the large store only (STORE-6). */
export const FAST_MAX_CHARACTERS = 2 * 1024 * 1024;

export interface FastWhole extends Omit<WholeRecord, 'canvas' | 'revision'> {
  readonly snapshot: Snapshot;
}

/** `broken` is existing text that this app cannot read. */
export type Read<Value> = { readonly value: Value } | { readonly broken: string } | null;

function parse(text: string | null): Read<unknown> {
  if (text === null) return null;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { broken: text };
  }
}

/**
 * The two browser storage keys of STORE-1 and STORE-2. They hold one project, are written synchronously, even while a
 * tab is being closed, and are too small for large canvases.
 */
export class FastCopy {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  readWhole(): Read<FastWhole> {
    const text = this.#get(WHOLE_KEY);
    const read = parse(text);
    if (!read || 'broken' in read) return read;
    const whole = fastWholeShape.safeParse(read.value);
    const snapshot = whole.success ? readSnapshot(whole.data.snapshot) : null;
    if (!whole.success || !snapshot) return { broken: text ?? '' };
    const { pid, name, timestamp } = whole.data;
    return { value: { pid, name, timestamp, snapshot } };
  }

  readChange(): Read<ReadChange> {
    const text = this.#get(CHANGE_KEY);
    const read = parse(text);
    if (!read || 'broken' in read) return read;
    const change = changeShape.safeParse(read.value);
    return change.success ? { value: change.data } : { broken: text ?? '' };
  }

  /** False when the copy is too large or the store is full; the earlier copy then stays. */
  writeWhole({ canvas, revision: _isInTheChange, ...head }: WholeRecord): boolean {
    if (canvas.length > FAST_MAX_CHARACTERS) return false;
    return this.#write(WHOLE_KEY, `${JSON.stringify(head).slice(0, -1)},"snapshot":${canvas}}`);
  }

  writeChange({ patches, ...head }: ChangeRecord): boolean {
    if (this.#write(CHANGE_KEY, `${JSON.stringify(head).slice(0, -1)},"patches":${patches}}`)) return true;
    const before = this.readChange();
    const isPast =
      before && 'value' in before && before.value.pid === head.pid && before.value.revision !== head.revision;
    // The server has acknowledged this change since; as unsent work it would undo what came after.
    if (isPast) this.removeChange();
    return false;
  }

  removeWhole(): void {
    this.#remove(WHOLE_KEY);
  }

  removeChange(): void {
    this.#remove(CHANGE_KEY);
  }

  /** Browsers may forbid the store altogether; then it counts as empty. */
  #get(key: string): string | null {
    try {
      return this.#storage.getItem(key);
    } catch {
      return null;
    }
  }

  #remove(key: string): void {
    try {
      this.#storage.removeItem(key);
    } catch {
      // The store is forbidden, so it is empty.
    }
  }

  #write(key: string, text: string): boolean {
    if (text.length > FAST_MAX_CHARACTERS) return false;
    try {
      this.#storage.setItem(key, text);
      return true;
    } catch {
      // The store is full: thumbnails can be made again, work cannot.
      this.#remove(THUMBNAILS_KEY);
    }
    try {
      this.#storage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }
}
