import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { notify } from '../../ui/toasts/notify';
import { SIGN_OUT_FAILED } from '../notices';
import { useStores } from '../StoresContext';

interface SignOut {
  /** A toast says when the server could not be told, and nothing has changed then. */
  readonly here: () => void;
  /** Rejects when the server could not be told. */
  readonly everywhere: (memberId: string) => Promise<void>;
}

/** The ways to sign out; each goes home and calls back when it is done. */
export function useSignOut(onSignedOut: () => void): SignOut {
  const stores = useStores();
  const [, navigate] = useLocation();

  const goHome = useCallback(() => {
    navigate('/');
    onSignedOut();
  }, [navigate, onSignedOut]);

  return useMemo(
    () => ({
      here: () => void stores.signOut().then(goHome, () => notify(SIGN_OUT_FAILED)),
      everywhere: (memberId) => stores.signOutEverywhere(memberId).then(goHome),
    }),
    [stores, goHome],
  );
}
