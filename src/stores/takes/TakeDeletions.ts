import { ApiFailure } from '../../api';
import type { TakesApi } from '../../api/takes';

/** Deletes takes on the server, also where the answer is lost and the deletion is learned in another way. */
export class TakeDeletions {
  readonly #api: Pick<TakesApi, 'remove'>;
  /** Deletions without an acknowledgement; `told`: the server told others of it before it answered. */
  readonly #unacknowledged = new Map<number, 'sent' | 'told' | 'unanswered'>();

  constructor(api: Pick<TakesApi, 'remove'>) {
    this.#api = api;
  }

  /** Rejects where the take may still be there. */
  async send(id: number): Promise<void> {
    this.#unacknowledged.set(id, 'sent');
    try {
      await this.#api.remove(id);
      this.#unacknowledged.delete(id);
    } catch (error) {
      const isTold = this.#unacknowledged.get(id) === 'told';
      if (error instanceof ApiFailure && error.status === null && !isTold) this.#unacknowledged.set(id, 'unanswered');
      else this.#unacknowledged.delete(id);
      // An earlier try has deleted it, or somebody else.
      if (!isTold && !(error instanceof ApiFailure && error.code === 'takeNotFound')) throw error;
    }
  }

  /** Notes that the server tells a deletion; returns whether it is one from here whose answer was lost. */
  hear(id: number): boolean {
    const state = this.#unacknowledged.get(id);
    if (state === 'sent') this.#unacknowledged.set(id, 'told');
    return state === 'unanswered' && this.#unacknowledged.delete(id);
  }
}
