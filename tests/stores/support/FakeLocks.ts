type Granted = () => Promise<unknown>;

interface Holder {
  readonly owner: 'page' | 'elsewhere';
  isLost: boolean;
}

/** The browser's locks, all exclusive, as far as pages request them; and what the browser and other tabs do to them. */
export class FakeLocks {
  readonly asked: string[] = [];
  readonly #holders = new Map<string, Holder>();

  readonly request = async (name: string, options: { readonly signal?: AbortSignal }, granted: Granted) => {
    this.asked.push(name);
    await this.#take(name, 'page', options.signal, granted);
  };

  /** Takes the locks away, as WebKit does to a page in its cache. */
  takeFromPage(): void {
    for (const [name, holder] of this.#holders) if (holder.owner === 'page') this.#lose(name, holder);
  }

  async takeElsewhere(name: string): Promise<void> {
    void this.#take(name, 'elsewhere', undefined, () => new Promise(() => undefined));
  }

  /** Whether another tab would find it free. */
  async isFree(name: string): Promise<boolean> {
    await Promise.resolve();
    return !this.#holders.has(name);
  }

  async #take(name: string, owner: Holder['owner'], signal: AbortSignal | undefined, granted: Granted): Promise<void> {
    while (this.#holders.has(name)) {
      if (signal?.aborted) throw new DOMException('it took too long', 'AbortError');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const holder = { owner, isLost: false };
    this.#holders.set(name, holder);
    await granted();
    if (!holder.isLost) this.#holders.delete(name);
  }

  #lose(name: string, holder: Holder): void {
    holder.isLost = true;
    this.#holders.delete(name);
  }
}
