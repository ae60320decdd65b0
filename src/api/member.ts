import type { ApiClient } from './client';
import { member, memberUsage, type Member, type MemberUsage } from './contract';

export const createMemberApi = (client: ApiClient) => ({
  /** Who is signed in; a visitor is a 401. */
  read: (): Promise<Member> => client.call('GET', '/member', member),

  usage: (): Promise<MemberUsage> => client.call('GET', '/member/usage', memberUsage),
});
export type MemberApi = ReturnType<typeof createMemberApi>;
