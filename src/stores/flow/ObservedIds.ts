import { compareIdentity, createAtom, type IAtom, type IEqualsComparer } from 'mobx';

interface ObservedValue<T> {
  readonly atom: IAtom;
  /** The value its observers have seen. */
  seen: T;
}

/** Observables by id. An id has an atom while somebody observes it, and costs nothing before and after. */
export class ObservedIds<T> {
  readonly #name: string;
  readonly #read: (id: string) => T;
  readonly #isSame: IEqualsComparer<T>;
  readonly #observed = new Map<string, ObservedValue<T>>();

  constructor(name: string, read: (id: string) => T, isSame: IEqualsComparer<T> = compareIdentity) {
    this.#name = name;
    this.#read = read;
    this.#isSame = isSame;
  }

  /** Number of ids that are observed. */
  get size(): number {
    return this.#observed.size;
  }

  get(id: string): T {
    const value = this.#read(id);
    (this.#observed.get(id)?.atom ?? this.#atomOf(id, value)).reportObserved();
    return value;
  }

  /** Notifies the observers of those ids whose value has changed; checks all ids when omitted. */
  follow(ids: Iterable<string> = this.#observed.keys()): void {
    if (this.#observed.size === 0) return;
    for (const id of ids) {
      const observed = this.#observed.get(id);
      if (!observed) continue;
      const value = this.#read(id);
      if (this.#isSame(value, observed.seen)) continue;
      observed.seen = value;
      observed.atom.reportChanged();
    }
  }

  /** An id enters the table only when it is observed: an untracked read leaves nothing behind. */
  #atomOf(id: string, seen: T): IAtom {
    const atom = createAtom(
      `${this.#name}.${id}`,
      () => this.#observed.set(id, { atom, seen }),
      () => this.#observed.delete(id),
    );
    return atom;
  }
}
