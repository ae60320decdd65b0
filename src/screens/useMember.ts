import type { Member } from '../api/contract';
import type { MemberAnswer } from '../stores/member/MemberStore';
import { useStores } from './StoresContext';
import { useResource } from './useResource';

/** Who is signed in: undefined while it is asked, null for a visitor and when it could not be found out. For observers. */
export function useMember(): Member | null | undefined {
  const { member } = useStores();
  useResource(member.shown);
  return member.member;
}

/** As `useMember`, at once and with the reason: only a 401 makes a visitor. */
export function useMemberAnswer(): MemberAnswer | undefined {
  const { answer } = useStores().member;
  useResource(answer);
  return answer.data;
}
