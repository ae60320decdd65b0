import * as z from 'zod/mini';
import type { RecordStore } from '../../ports';
import { writeRecords, keysOf, readRecord } from './keyedRecords';

const keyOf = (pid: number, memberId: string): string => `name/${pid}/${memberId}`;

/** Renames the server has not acknowledged, by member and project. */
export class UnsentNames {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Undefined forgets it. */
  async keep(pid: number, memberId: string, name: string | undefined): Promise<void> {
    await writeRecords(this.#records, { [keyOf(pid, memberId)]: name });
  }

  read(pid: number, memberId: string): Promise<string | null> {
    return readRecord(this.#records, keyOf(pid, memberId), z.string());
  }

  async list(memberId: string): Promise<{ pid: number; name: string }[]> {
    const found: { pid: number; name: string }[] = [];
    for (const { pid, memberId: owner } of await keysOf(this.#records, 'name')) {
      const name = owner === memberId ? await this.read(pid, memberId) : null;
      if (name !== null) found.push({ pid, name });
    }
    return found;
  }
}
