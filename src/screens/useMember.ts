import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Member } from '../api/contract';
import type { MemberAnswer } from '../stores/member/MemberStore';
import { notify } from '../ui/toasts/notify';
import { LOGIN_REDIRECT_MS, LOGIN_REQUIRED } from './notices';
import { signInFrom } from './signIn/wayBack';
import { useStores, useResource } from './StoresContext';

/** The signed-in member: undefined while it is loading, null for a visitor and when it is unknown. For observers. */
export function useMember(): Member | null | undefined {
  const { member } = useStores();
  useResource(member.shown);
  return member.member;
}

/** The same, but the member stays while the server cannot say who is signed in. For observers. */
export function useKnownMember(): Member | null | undefined {
  const { member } = useStores();
  useResource(member.shown);
  return member.known;
}

/** The same answer without delay, and with its reason: only a 401 makes a visitor. */
export function useMemberAnswer(): MemberAnswer | undefined {
  const { answer } = useStores().member;
  useResource(answer);
  return answer.data;
}

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
