import type { ApiClient } from './client';
import { member, type Member } from './contract';

export const createMemberApi = (client: ApiClient) => ({
  /** Who is signed in; a visitor is a 401. */
  read: (): Promise<Member> => client.call('GET', '/member', member),
});
export type MemberApi = ReturnType<typeof createMemberApi>;
