import type { RecordStore } from '../../ports';

const KEY = /^name\/(\d+)\/(.*)$/s;

/** Renames the server has not acknowledged, by member and project. */
export class UnsentNames {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Undefined forgets it. */
  async keep(pid: number, memberId: string, name: string | undefined): Promise<void> {
    await this.#records.setAll({ [`name/${pid}/${memberId}`]: name }).catch(() => undefined);
  }

  async read(pid: number, memberId: string): Promise<string | null> {
    const name = await this.#records.get(`name/${pid}/${memberId}`).catch(() => null);
    return typeof name === 'string' ? name : null;
  }

  async list(memberId: string): Promise<{ pid: number; name: string }[]> {
    const found: { pid: number; name: string }[] = [];
    for (const key of await this.#records.keys().catch(() => [])) {
      const [, pid, owner] = KEY.exec(key) ?? [];
      if (pid === undefined || owner !== memberId) continue;
      const name = await this.read(Number(pid), memberId);
      if (name !== null) found.push({ pid: Number(pid), name });
    }
    return found;
  }
}
