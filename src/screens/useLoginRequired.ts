import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { signInFrom } from './signIn/wayBack';
import { notify } from '../ui/toasts/notify';
import { LOGIN_REDIRECT_MS, LOGIN_REQUIRED } from './notices';

/**
 * Tells a visitor that a login is needed and then walks to the sign-in page, unless the person has gone elsewhere
 * meanwhile. Asking again on the way there changes nothing.
 */
export function useLoginRequired(): () => void {
  const [, navigate] = useLocation();
  const timer = useRef<number | undefined>(undefined);

  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  return useCallback(() => {
    if (timer.current !== undefined) return;
    notify(LOGIN_REQUIRED);
    timer.current = window.setTimeout(() => navigate(signInFrom(window.location.pathname)), LOGIN_REDIRECT_MS);
  }, [navigate]);
}
