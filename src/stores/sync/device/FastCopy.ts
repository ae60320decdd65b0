import type * as z from 'zod/mini';
import { KEEPALIVE_MAX_BYTES } from '../../../api/client';
import { parseJson } from '../../../api/parseJson';
import { type ChangeRecord, fastWholeShape, type WholeRecord, type Work, workShape } from './records';
import { THUMBNAILS_KEY } from './Thumbnails';

const KEYS = { whole: 'flow_latest', change: 'flow_latest_change', thumbnails: THUMBNAILS_KEY } as const;
/** Above 2 MB a whole copy lives in the large store only (STORE-6). */
export const FAST_MAX_CHARACTERS = 2 * 1024 * 1024;
/** A closing page cannot send a longer save (LEAVE-3); the large store has those before the server does. */
const CARRIED_MAX_CHARACTERS = KEEPALIVE_MAX_BYTES;

export type FastWhole = z.infer<typeof fastWholeShape>;
type Owner = Pick<Work, 'pid' | 'memberId'>;

function parse<Value>(text: string | null, shape: z.ZodMiniType<Value>): Value | null {
  const read = shape.safeParse(parseJson(text ?? ''));
  return read.success ? read.data : null;
}

/**
 * The two browser storage keys of STORE-1 and STORE-2. They hold one project, are written synchronously, even while a
 * tab is being closed, and are too small for large canvases.
 */
export class FastCopy {
  readonly #storage: Storage;
  #owner: Owner | null = null;
  #isLocked = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get whole(): FastWhole | null {
    return parse(this.#get(KEYS.whole), fastWholeShape);
  }

  get change(): Work | null {
    return parse(this.#get(KEYS.change), workShape);
  }

  broken(part: 'whole' | 'change'): string | null {
    return this[part] === null ? this.#get(KEYS[part]) : null;
  }

  /** The owner of the text of a key that cannot be read: each change begins with it. Null where the keys do not say so. */
  ownerOf(part: 'whole' | 'change'): Owner | null {
    const [, pid, memberId] = /^\{"pid":(\d+),"memberId":"([^"\\]+)"/.exec(this.#get(KEYS.change) ?? '') ?? [];
    if (memberId === undefined || (part === 'whole' && !this.hasWholeOf(Number(pid)))) return null;
    return { pid: Number(pid), memberId };
  }

  /** Keeps the keys for this work, which no other store could take, until there is no more of it; null for none. */
  keepFor(owner: Owner | null): void {
    this.#owner = owner;
    this.#isLocked = false;
  }

  /** Leaves the keys as they are until the next project opens: what they hold can be used nowhere and put nowhere else. */
  lock(): void {
    this.#isLocked = true;
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }

  isFreeFor({ pid, memberId }: Owner): boolean {
    if (this.#isLocked) return false;
    const owner = this.#owner;
    if (owner === null || (owner.pid === pid && owner.memberId === memberId)) return true;
    const { change } = this;
    return change?.pid !== owner.pid || change.memberId !== owner.memberId || change.patches.length === 0;
  }

  /** The whole copy of this project that this member may open; null where there is none. */
  wholeFor(owner: Owner): FastWhole | null {
    const { whole } = this;
    return whole?.pid === owner.pid && this.isFreeFor(owner) ? whole : null;
  }

  /** True when the whole copy is of this project; as a rule without parsing a long text. */
  hasWholeOf(pid: number): boolean {
    return this.#get(KEYS.whole)?.startsWith(`{"pid":${pid},`) || this.whole?.pid === pid;
  }

  /** False when the copy is too large or the store is full; the earlier copy then stays. */
  writeWhole({ canvas, revision: _isInTheChange, ...head }: WholeRecord): boolean {
    if (canvas.length > FAST_MAX_CHARACTERS) return false;
    return this.#write(KEYS.whole, `${JSON.stringify(head).slice(0, -1)},"snapshot":${canvas}}`);
  }

  writeChange({ patches, sending, ...head }: ChangeRecord): boolean {
    const isCarried = sending !== null && sending.text.length < CARRIED_MAX_CHARACTERS;
    const fields = JSON.stringify({ ...head, ...(isCarried && { sending }) });
    if (this.#write(KEYS.change, `${fields.slice(0, -1)},"patches":${patches}}`)) return true;
    const before = this.change;
    // The server has acknowledged this change since; as unsent work it would undo what came after.
    if (before?.pid === head.pid && before.revision !== head.revision) this.remove('change');
    return false;
  }

  /** Browsers may forbid the store altogether; then it counts as empty. */
  remove(...parts: readonly (keyof typeof KEYS)[]): void {
    try {
      for (const part of parts) this.#storage.removeItem(KEYS[part]);
    } catch {
      // It is empty.
    }
  }

  #get(key: string): string | null {
    try {
      return this.#storage.getItem(key);
    } catch {
      return null;
    }
  }

  #write(key: string, text: string): boolean {
    if (text.length > FAST_MAX_CHARACTERS) return false;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        this.#storage.setItem(key, text);
        return true;
      } catch {
        // The store is full: thumbnails can be made again, work cannot.
        this.remove('thumbnails');
      }
    }
    return false;
  }
}
