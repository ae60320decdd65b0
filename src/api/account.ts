import type { ApiClient } from './client';
import {
  member,
  memberUsage,
  type Member,
  type MemberUsage,
  type ApiToken,
  apiTokenList,
  type CreatedToken,
  type CreateToken,
  createdToken,
  capabilities,
  type Capabilities,
} from './contract';

export const createAuthApi = (client: ApiClient) => ({
  /**
   * Url of the sign-in; the server returns to `redirect`, an allowed origin (a path on it is kept). A page that the
   * server itself shows on the way is in the language `lng`.
   */
  signInUrl: (redirect: string, lng: string): string =>
    `${client.base}/auth/login/google?${new URLSearchParams({ redirect, lng }).toString()}`,
  signOut: (): Promise<void> => client.send('POST', '/auth/logout'),
  /** Signs out of every browser; a 401 when the member is not signed in here any more. */
  signOutEverywhere: (): Promise<void> => client.send('POST', '/auth/logout', undefined, { params: { everywhere: 1 } }),
  /** Makes the browser drop its cached answers to this app, such as pictures. */
  clearCache: (): Promise<void> => client.send('POST', '/auth/forget'),
});
export type AuthApi = ReturnType<typeof createAuthApi>;

export const createMemberApi = (client: ApiClient) => ({
  /** Reads the signed-in member; 401 for a visitor. */
  read: (): Promise<Member> => client.call('GET', '/member', member),

  usage: (): Promise<MemberUsage> => client.call('GET', '/member/usage', memberUsage),
});
export type MemberApi = ReturnType<typeof createMemberApi>;

export interface TokensApi {
  list(): Promise<ApiToken[]>;
  /** The answer has the token itself, this once. */
  make(token: CreateToken): Promise<CreatedToken>;
  revoke(id: string): Promise<void>;
}

export const createTokensApi = (client: ApiClient): TokensApi => ({
  list: () => client.call('GET', '/member/tokens', apiTokenList),
  make: (token) => client.call('POST', '/member/tokens', createdToken, token),
  revoke: (id) => client.send('DELETE', `/member/tokens/${encodeURIComponent(id)}`),
});

export const createCapabilitiesApi = (client: ApiClient) => ({
  read: (): Promise<Capabilities> => client.call('GET', '/capabilities', capabilities),
});
export type CapabilitiesApi = ReturnType<typeof createCapabilitiesApi>;
