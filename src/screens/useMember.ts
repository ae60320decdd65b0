import { useQuery } from '@tanstack/react-query';
import type { Member } from '../api/contract';
import type { MemberAnswer } from '../stores/queries';
import { useStores } from './StoresContext';

/** Who is signed in: undefined while it is asked, null for a visitor and when it could not be found out. */
export const useMember = (): Member | null | undefined => useQuery(useStores().queries.member).data;

/** As `useMember`, at once and with the reason: only a 401 makes a visitor. */
export const useMemberAnswer = (): MemberAnswer | undefined => useQuery(useStores().queries.memberNow).data;
