import * as z from 'zod/mini';
import { readSnapshot, type Snapshot } from '../../../engine';
import type { RecordStore } from '../../ports';

const KEY = /^kept\/(\d+)\/(.*)\/([^/]*)$/s;
const shape = z.object({ name: z.string(), snapshot: z.unknown() });

/** Id of a waiting conflict copy of a member's project. */
export interface CopyId {
  readonly pid: number;
  readonly memberId: string;
  readonly id: string;
}

/** A whole state that becomes a project under this id, once, however often and from however many tabs it is sent. */
export interface KeptState {
  readonly id: string;
  readonly snapshot: Snapshot;
}

/** A whole state that is to become a project of its own. */
export interface WaitingCopy {
  readonly name: string;
  readonly snapshot: Snapshot;
}

const keyOf = ({ pid, memberId, id }: CopyId): string => `kept/${pid}/${memberId}/${id}`;

/** Conflict copies on this device, until the server has made their projects. */
export class WaitingCopies {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Rejects when the large store cannot take it. */
  async put(id: CopyId, copy: WaitingCopy): Promise<void> {
    await this.#records.setAll({ [keyOf(id)]: copy });
  }

  /** False when it was made elsewhere meanwhile. */
  async has(id: CopyId): Promise<boolean> {
    return this.#records.get(keyOf(id)).then(
      (value) => value !== undefined,
      () => true,
    );
  }

  async remove(id: CopyId): Promise<void> {
    await this.#records.setAll({ [keyOf(id)]: undefined }).catch(() => undefined);
  }

  /** The copies of one project. */
  async list(memberId: string, pid: number): Promise<(CopyId & WaitingCopy)[]> {
    const found: (CopyId & WaitingCopy)[] = [];
    for (const id of await this.#ids(memberId)) {
      if (id.pid !== pid) continue;
      const read = shape.safeParse(await this.#records.get(keyOf(id)).catch(() => undefined));
      const snapshot = read.success ? readSnapshot(read.data.snapshot) : null;
      if (read.success && snapshot) found.push({ ...id, name: read.data.name, snapshot });
    }
    return found;
  }

  /** The projects that have copies. */
  async projects(memberId: string): Promise<number[]> {
    return (await this.#ids(memberId)).map(({ pid }) => pid);
  }

  async #ids(memberId: string): Promise<CopyId[]> {
    const found: CopyId[] = [];
    for (const key of await this.#records.keys().catch(() => [])) {
      const [, pid, owner, id] = KEY.exec(key) ?? [];
      if (pid !== undefined && id !== undefined && owner === memberId) found.push({ pid: Number(pid), memberId, id });
    }
    return found;
  }
}
