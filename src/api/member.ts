import type { ApiClient } from './client';
import { member, memberUsage, type Member, type MemberUsage } from './contract';

export const createMemberApi = (client: ApiClient) => ({
  /** Reads the signed-in member; 401 for a visitor. */
  read: (): Promise<Member> => client.call('GET', '/member', member),

  usage: (): Promise<MemberUsage> => client.call('GET', '/member/usage', memberUsage),
});
export type MemberApi = ReturnType<typeof createMemberApi>;
