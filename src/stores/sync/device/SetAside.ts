import type { RecordStore } from '../../ports';
import { keysOf, type RecordKey, warnOfStore, writeRecords } from './keyedRecords';

/** Without a member for records that do not say whose they are, as those that earlier versions set aside. */
export type AsideOwner = Pick<RecordKey, 'pid' | 'memberId'>;

/** Records of a project that this device could not read back: never applied and never sent, but given to the person. */
export class SetAside {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  put({ pid, memberId }: AsideOwner, id: string, value: unknown): Promise<boolean> {
    const owner = memberId === undefined ? pid : `${pid}/${memberId}`;
    return writeRecords(this.#records, { [`aside/${owner}/${id}`]: value });
  }

  /** The member's records of the project, and those of nobody known, by key; the values are as they were found. */
  async list(owner: AsideOwner): Promise<ReadonlyMap<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const { key } of await this.#keys(owner)) found.set(key, await this.#records.get(key).catch(warnOfStore));
    return found;
  }

  async has(owner: AsideOwner): Promise<boolean> {
    return (await this.#keys(owner)).length > 0;
  }

  /** Notes that the person has downloaded the records. They stay on this device: nobody knows whether the file was kept. */
  async noteTaken(taken: ReadonlyMap<string, unknown>): Promise<void> {
    const moves = [...taken].flatMap(([key, value]): [string, unknown][] => [
      [key, undefined],
      [`taken/${key}`, value],
    ]);
    await this.#records.setAll(Object.fromEntries(moves));
  }

  async #keys({ pid, memberId }: AsideOwner): Promise<RecordKey[]> {
    const keys = await keysOf(this.#records, 'aside');
    return keys.filter((key) => key.pid === pid && (key.memberId ?? memberId) === memberId);
  }
}
