import type { Take } from '../../api/contractTakes';
import type { TakesApi } from '../../api/takes';

export type Rating = Take['rating'];

/** Sends ratings one after another for each take, so that the one given last is the one that stays. */
export class RatingSender {
  readonly #api: Pick<TakesApi, 'rate'>;
  readonly #wanted = new Map<number, Rating>();

  constructor(api: Pick<TakesApi, 'rate'>) {
    this.#api = api;
  }

  /** Shows the rating at once; shows the take as the server has it and rejects where the server refuses. */
  async send(take: Take, rating: Rating, show: (take: Take) => void): Promise<void> {
    const isSending = this.#wanted.has(take.id);
    this.#wanted.set(take.id, rating);
    show({ ...take, rating });
    if (isSending) return;
    let known = take;
    try {
      let sent: Rating | undefined;
      do {
        sent = this.#wanted.get(take.id) ?? null;
        known = await this.#api.rate(take.id, sent);
      } while (sent !== this.#wanted.get(take.id));
      show(known);
    } catch (error) {
      show(known);
      throw error;
    } finally {
      this.#wanted.delete(take.id);
    }
  }
}
