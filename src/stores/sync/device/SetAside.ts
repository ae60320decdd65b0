import type { RecordStore } from '../../ports';

const prefixOf = (pid: number): string => `aside/${pid}/`;

/** Records of a project that this device could not read back: never applied and never sent, but given to the person. */
export class SetAside {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async put(pid: number, id: string, value: unknown): Promise<void> {
    await this.#records.setAll({ [prefixOf(pid) + id]: value }).catch(() => undefined);
  }

  /** All records of the project, by key; the values are as they were found. */
  async list(pid: number): Promise<ReadonlyMap<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const key of await this.#records.keys().catch(() => [])) {
      if (key.startsWith(prefixOf(pid))) found.set(key, await this.#records.get(key).catch(() => undefined));
    }
    return found;
  }

  /** True when there is any record of the project. */
  async has(pid: number): Promise<boolean> {
    return (await this.#records.keys().catch(() => [])).some((key) => key.startsWith(prefixOf(pid)));
  }

  /** Notes that the person has downloaded the records. They stay on this device: nobody knows whether the file was kept. */
  async noteTaken(taken: ReadonlyMap<string, unknown>): Promise<void> {
    const moves = [...taken].flatMap(([key, value]) => [
      [key, undefined],
      [`taken/${key}`, value],
    ]);
    await this.#records.setAll(Object.fromEntries(moves) as Record<string, unknown>);
  }
}
