import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { notify } from '../../ui/toasts/notify';
import { SIGN_OUT_FAILED } from '../notices';
import { useStores } from '../StoresContext';

/** Signs out, goes home and calls back; a toast says when the server could not be told, and nothing has changed then. */
export function useSignOut(onSignedOut: () => void): () => void {
  const stores = useStores();
  const [, navigate] = useLocation();

  return useCallback(() => {
    stores.signOut().then(
      () => {
        navigate('/');
        onSignedOut();
      },
      () => notify(SIGN_OUT_FAILED),
    );
  }, [stores, navigate, onSignedOut]);
}
