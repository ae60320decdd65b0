import type { Depot } from './ports';

const KEY = /^name\/(\d+)\/(.*)$/s;

/** Renames the server has not acknowledged, by member and project. */
export class UnsentNames {
  readonly #depot: Depot;

  constructor(depot: Depot) {
    this.#depot = depot;
  }

  /** Undefined forgets it. */
  async keep(pid: number, memberId: string, name: string | undefined): Promise<void> {
    await this.#depot.setAll({ [`name/${pid}/${memberId}`]: name }).catch(() => undefined);
  }

  async read(pid: number, memberId: string): Promise<string | null> {
    const name = await this.#depot.get(`name/${pid}/${memberId}`).catch(() => null);
    return typeof name === 'string' ? name : null;
  }

  async list(memberId: string): Promise<{ pid: number; name: string }[]> {
    const found: { pid: number; name: string }[] = [];
    for (const key of await this.#depot.keys().catch(() => [])) {
      const [, pid, owner] = KEY.exec(key) ?? [];
      if (pid === undefined || owner !== memberId) continue;
      const name = await this.read(Number(pid), memberId);
      if (name !== null) found.push({ pid: Number(pid), name });
    }
    return found;
  }
}
