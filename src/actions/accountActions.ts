import type { AccountQuestion } from '../stores/member/AccountStore';
import type { Action } from './Action';

/** A person's account: its dialogs and the ways to sign out. */
export interface AccountTarget {
  /** False for a visitor, and while the server cannot say who it is. */
  readonly isSignedIn: boolean;
  readonly ask: (question: AccountQuestion) => void;
}

export type AccountAction = Action<AccountTarget>;

const whyNot = ({ isSignedIn }: AccountTarget) => (isSignedIn ? null : 'action.notSignedIn');

export const ACCOUNT_ACTIONS = {
  tokens: {
    id: 'account.tokens',
    words: 'shell.apiTokens',
    chords: [],
    whyNot,
    run: ({ ask }) => ask('tokens'),
  },
  signOut: {
    id: 'account.signOut',
    words: 'shell.signOut',
    chords: [],
    whyNot,
    run: ({ ask }) => ask('signOut'),
  },
  everywhere: {
    id: 'account.signOutEverywhere',
    words: 'shell.signOutEverywhere',
    chords: [],
    whyNot,
    run: ({ ask }) => ask('everywhere'),
  },
} as const satisfies Readonly<Record<AccountQuestion, AccountAction>>;
