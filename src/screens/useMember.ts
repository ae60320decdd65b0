import type { Member } from '../api/contract';
import type { MemberAnswer } from '../stores/member/MemberStore';
import { useStores } from './StoresContext';
import { useResource } from './useResource';

/** The signed-in member: undefined while it is asked for, null for a visitor and when it is unknown. For observers. */
export function useMember(): Member | null | undefined {
  const { member } = useStores();
  useResource(member.shown);
  return member.member;
}

/** The same answer without delay, and with its reason: only a 401 makes a visitor. */
export function useMemberAnswer(): MemberAnswer | undefined {
  const { answer } = useStores().member;
  useResource(answer);
  return answer.data;
}
