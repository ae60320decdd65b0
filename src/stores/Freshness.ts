/**
 * Tells which of several statements about a thing is the newest: news counts from the moment it comes, an answer from the moment it was asked
 * for, since the server may have written it before the news.
 */
export class Freshness<Id> {
  #moment = 0;
  /** The moment of the newest statement, by id. */
  readonly #newest = new Map<Id, number>();

  /** Call it before a question is sent: the moment that its answer counts from. */
  ask(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** News of this thing has come. */
  tell(id: Id): void {
    this.#newest.set(id, this.ask());
  }

  /** Takes note of an answer's statement; false, and no note, where something newer is known. */
  accepts(id: Id, asked: number): boolean {
    if ((this.#newest.get(id) ?? 0) > asked) return false;
    this.#newest.set(id, asked);
    return true;
  }
}
