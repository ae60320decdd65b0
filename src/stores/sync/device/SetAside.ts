import type { RecordStore } from '../../ports';

const prefixOf = (pid: number): string => `aside/${pid}/`;

/** What this device kept of a project and could not read back: never applied and never sent, but given to the person. */
export class SetAside {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async put(pid: number, id: string, value: unknown): Promise<void> {
    await this.#records.setAll({ [prefixOf(pid) + id]: value }).catch(() => undefined);
  }

  /** Everything of the project, by its key in the store; values as they were found. */
  async list(pid: number): Promise<ReadonlyMap<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const key of await this.#records.keys().catch(() => [])) {
      if (key.startsWith(prefixOf(pid))) found.set(key, await this.#records.get(key).catch(() => undefined));
    }
    return found;
  }

  /** Whether there is anything of the project. */
  async has(pid: number): Promise<boolean> {
    return (await this.#records.keys().catch(() => [])).some((key) => key.startsWith(prefixOf(pid)));
  }

  /** The person has taken them as a file. They stay on this device: nobody knows whether the file was kept. */
  async noteTaken(taken: ReadonlyMap<string, unknown>): Promise<void> {
    const moves = [...taken].flatMap(([key, value]) => [
      [key, undefined],
      [`taken/${key}`, value],
    ]);
    await this.#records.setAll(Object.fromEntries(moves) as Record<string, unknown>);
  }
}
