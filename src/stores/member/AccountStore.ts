import { makeObservable, observableRef, runInAction } from 'mobx';

/** A dialog of the member's account, or the way out. */
export type AccountQuestion = 'tokens' | 'signOut' | 'everywhere';

/** A person's question to their account, wherever they ask it: the top bar answers. */
export class AccountStore {
  asked: AccountQuestion | null = null;

  constructor() {
    makeObservable(this, { asked: observableRef });
  }

  readonly ask = (asked: AccountQuestion): void => runInAction(() => void (this.asked = asked));

  /** It is answered, or given up. */
  readonly done = (): void => runInAction(() => void (this.asked = null));
}
