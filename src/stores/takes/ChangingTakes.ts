import { makeObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../../api';
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
      this.hearRestoring(take);
      this.putBack(take);
      this.onKept(take, false);
      this.#deps.announce('takes.saidRestored');
    } catch (error) {
      console.warn('the take could not be brought back', error);
      this.#tell('takes.notRestored');
    }
  }

  /** Notes the server's news of a deletion: one from here whose answer was lost can be restored. */
  protected hearDeletion(take: Take): void {
    if (this.#deletions.hear(take.id)) this.#noteRemoved(take);
  }

  /** Notes that a take is there: its restoring from here, whose answer may be lost, has been done. */
  protected hearRestoring(take: Take): void {
    if (!this.removed.some(({ id }) => id === take.id)) return;
    runInAction(() => {
      this.removed = this.removed.filter(({ id }) => id !== take.id);
    });
  }

  /** Shows a take with another rating. */
  protected abstract showRated(take: Take): void;
  protected abstract putBack(take: Take): void;
  protected abstract drop(take: Take): void;

  /** Called when the server has deleted or restored a take. */
  protected onKept(_take: Take, _isDeleted: boolean): void {}

  #noteRemoved(take: Take): void {
    runInAction(() => {
      this.removed = [...this.removed, take];
    });
  }

  #tell(titleKey: 'takes.notRated' | 'takes.notDeleted' | 'takes.notRestored'): void {
    this.#deps.notify({ variant: 'destructive', titleKey, durationMs: FAILURE_NOTICE_MS });
  }
}
