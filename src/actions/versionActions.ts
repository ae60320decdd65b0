import type { ParseKeys } from 'i18next';
import type { VersionsStatus } from '../stores/versions/VersionsStore';
import type { Action } from './Action';

type Verb = 'rename' | 'remove' | 'restore';

/** A version of the open project, and the functions that act on it. */
export type VersionTarget<Some extends Verb = Verb> = Readonly<Record<Some, () => void>> & {
  readonly status: VersionsStatus;
};

/** Why nothing can be done with a version. */
const REFUSALS: Readonly<Record<VersionsStatus, ParseKeys | null>> = {
  ready: null,
  loading: 'node.loading',
  offline: 'history.offline',
  signedOut: 'history.signedOut',
  failed: 'history.unreadable',
};

const versionAction = <Some extends Verb>(verb: Some, words: ParseKeys): Action<VersionTarget<Some>> => ({
  id: `version.${verb}`,
  words,
  chords: [],
  whyNot: ({ status }) => REFUSALS[status],
  run: (target) => {
    if (REFUSALS[target.status] === null) target[verb]();
  },
});

/** The actions on one version of the history. */
export const VERSION_ACTIONS = {
  rename: versionAction('rename', 'history.nameIt'),
  remove: versionAction('remove', 'deleteModal.delete'),
  restore: versionAction('restore', 'history.restoreThis'),
} as const satisfies Readonly<Record<Verb, Action<VersionTarget>>>;
