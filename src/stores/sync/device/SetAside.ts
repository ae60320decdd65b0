import type { RecordStore } from '../../ports';
import { keysOf, type RecordKey, warnOfStore, writeRecords } from './keyedRecords';

/** Records of a project that this device could not read back: never applied and never sent, but given to the person. */
export class SetAside {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  put(pid: number, id: string, value: unknown): Promise<boolean> {
    return writeRecords(this.#records, { [`aside/${pid}/${id}`]: value });
  }

  /** All records of the project, by key; the values are as they were found. */
  async list(pid: number): Promise<ReadonlyMap<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const { key } of await this.#keys(pid)) found.set(key, await this.#records.get(key).catch(warnOfStore));
    return found;
  }

  async has(pid: number): Promise<boolean> {
    return (await this.#keys(pid)).length > 0;
  }

  /** Notes that the person has downloaded the records. They stay on this device: nobody knows whether the file was kept. */
  async noteTaken(taken: ReadonlyMap<string, unknown>): Promise<void> {
    const moves = [...taken].flatMap(([key, value]): [string, unknown][] => [
      [key, undefined],
      [`taken/${key}`, value],
    ]);
    await this.#records.setAll(Object.fromEntries(moves));
  }

  async #keys(pid: number): Promise<RecordKey[]> {
    return (await keysOf(this.#records, 'aside')).filter((key) => key.pid === pid);
  }
}
