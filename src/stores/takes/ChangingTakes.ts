import { makeObservable, observableRef, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../../api';
import type { Take } from '../../api/contractTakes';
import { FAILURE_NOTICE_MS, type Announce, type Notify } from '../Notice';
import { type Rating, RatingSender } from './RatingSender';
import { TakeDeletions } from './TakeDeletions';

interface ChangingDeps {
  readonly api: Api['takes'];
  readonly notify: Notify;
  readonly announce: Announce;
}

/** Takes that a person rates, deletes and restores. A change shows at once, and is taken back where the server refuses it. */
export abstract class ChangingTakes {
  /** Takes deleted here that can be restored, the latest last. */
  removed: readonly Take[] = [];
  readonly #deps: ChangingDeps;
  readonly #ratings: RatingSender;
  readonly #deletions: TakeDeletions;
  /** Ids of takes whose restoring was not answered. */
  readonly #unanswered = new Set<number>();

  constructor(deps: ChangingDeps) {
    this.#deps = deps;
    this.#ratings = new RatingSender(deps.api);
    this.#deletions = new TakeDeletions(deps.api);
    makeObservable(this, { removed: observableRef });
  }

  async rate(take: Take, rating: Rating): Promise<void> {
    try {
      await this.#ratings.send(take, rating, (shown) => this.showRated(shown));
    } catch (error) {
      console.warn('the rating could not be saved', error);
      this.#tell('takes.notRated');
    }
  }

  async remove(take: Take): Promise<void> {
    this.drop(take);
    try {
      await this.#deletions.send(take.id);
      // A list that was asked for meanwhile may have had it.
      this.drop(take);
      this.#noteRemoved(take);
      this.onKept(take, true);
      this.#deps.announce('takes.saidDeleted');
    } catch (error) {
      console.warn('the take could not be deleted', error);
      this.putBack(take);
      this.#tell('takes.notDeleted');
    }
  }

  /** Restores a take that was deleted here: the last one unless given. */
  async restore(wanted = this.removed.at(-1)): Promise<void> {
    const gone = this.removed.find(({ id }) => id === wanted?.id);
    if (!gone) return;
    try {
      const take = await this.#deps.api.restore(gone.id);
      this.#forgetRemoved(take.id);
      this.putBack(take);
      this.onKept(take, false);
      this.#deps.announce('takes.saidRestored');
    } catch (error) {
      console.warn('the take could not be brought back', error);
      if (error instanceof ApiFailure && error.status === null) this.#unanswered.add(gone.id);
      this.#tell('takes.notRestored');
    }
  }

  /** Notes the server's news of a deletion: one from here whose answer was lost can be restored. */
  protected hearDeletion(take: Take): void {
    if (this.#deletions.hear(take.id)) this.#noteRemoved(take);
  }

  /**
   * Notes the server's news of a take that is there. Returns whether to show it: one that was deleted here is back only when its restoring
   * from here was not answered; other news of it is older than the deletion.
   */
  protected hearThere({ id }: Take): boolean {
    if (this.#unanswered.delete(id)) this.#forgetRemoved(id);
    return !this.removed.some((gone) => gone.id === id);
  }

  /** Shows a take with another rating. */
  protected abstract showRated(take: Take): void;
  protected abstract putBack(take: Take): void;
  protected abstract drop(take: Take): void;

  /** Called when the server has deleted or restored a take. */
  protected onKept(_take: Take, _isDeleted: boolean): void {}

  #forgetRemoved(takeId: number): void {
    runInAction(() => {
      this.removed = this.removed.filter(({ id }) => id !== takeId);
    });
  }

  #noteRemoved(take: Take): void {
    runInAction(() => {
      this.removed = [...this.removed, take];
    });
  }

  #tell(titleKey: 'takes.notRated' | 'takes.notDeleted' | 'takes.notRestored'): void {
    this.#deps.notify({ variant: 'destructive', titleKey, durationMs: FAILURE_NOTICE_MS });
  }
}
