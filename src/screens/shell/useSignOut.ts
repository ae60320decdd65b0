import { reaction } from 'mobx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { AccountQuestion } from '../../stores/member/AccountStore';
import type { UnsavedProject } from '../../stores/RootStore';
import { downloadFile } from '../../ui/downloadFile';
import { notify } from '../../ui/toasts/notify';
import { SIGN_OUT_FAILED, SIGNED_OUT_ELSEWHERE, SIGNING_OUT } from '../notices';
import { useStores } from '../StoresContext';

/** A sign-out that takes longer says so; milliseconds. */
const LATE_MS = 400;

/** A person's decision about work that only this device has. */
export interface UnsavedChoice {
  readonly projects: readonly UnsavedProject[];
  /** Tries to save once more; returns whether nothing is left on this device. */
  readonly save: () => Promise<boolean>;
  readonly takeFile: () => Promise<void>;
  /** Signs out, and leaves unsaved work on this device; rejects when the server could not be reached. */
  readonly leave: () => Promise<void>;
  /** Signs out, and removes the work from this device; rejects when the server could not be reached. */
  readonly drop: () => Promise<void>;
  readonly close: () => void;
}

interface SignOut {
  /** Rejects when the server could not be reached. */
  readonly everywhere: (memberId: string) => Promise<void>;
  /** Set while work would be left behind. */
  readonly unsaved: UnsavedChoice | null;
}

/**
 * Answers who asks the account for the way out: shows a toast when the server could not be reached, and nothing has changed then. Returns
 * the other ways to sign out. Each goes home and calls back when it is done, here or in another tab.
 */
export function useSignOut(onSignedOut: () => void): SignOut {
  const stores = useStores();
  const [, navigate] = useLocation();
  const [unsaved, setUnsaved] = useState<UnsavedChoice | null>(null);

  const goHome = useCallback(() => {
    navigate('/');
    onSignedOut();
  }, [navigate, onSignedOut]);

  useEffect(() => reaction(() => stores.signOuts, goHome), [stores, goHome]);

  // The page after the sign-out tells it: the one before goes with its toasts.
  useEffect(() => {
    if (stores.takeSignOutNews()) notify(SIGNED_OUT_ELSEWHERE);
  }, [stores]);

  const begin = useCallback(
    async (memberId: string, signOut: (dropped: string | null) => Promise<void>): Promise<void> => {
      const finish = (dropped: string | null) => signOut(dropped).then(goHome);
      const projects = await stores.saveForSignOut(memberId);
      if (projects.length === 0) {
        await finish(null);
        return;
      }
      setUnsaved({
        projects,
        save: async () => (await stores.saveForSignOut(memberId)).length === 0,
        takeFile: async () => downloadFile(await stores.unsavedWork(memberId), 'mulgil-unsaved.json'),
        leave: () => finish(null),
        drop: () => finish(memberId),
        close: () => setUnsaved(null),
      });
    },
    [stores, goHome],
  );

  useEffect(() => {
    const { account, member } = stores;
    const answer = (asked: AccountQuestion | null): void => {
      if (asked !== 'signOut') return;
      account.done();
      const who = member.known;
      if (!who) return;
      const late = setTimeout(() => notify(SIGNING_OUT), LATE_MS);
      begin(who.memberId, (dropped) => stores.signOut(dropped))
        .catch(() => notify(SIGN_OUT_FAILED))
        .finally(() => clearTimeout(late));
    };
    return reaction(() => account.asked, answer);
  }, [stores, begin]);

  return useMemo(
    () => ({
      everywhere: (memberId) => begin(memberId, (dropped) => stores.signOutEverywhere(memberId, dropped)),
      unsaved,
    }),
    [stores, begin, unsaved],
  );
}
