import type { ApiClient } from './client';
import { type ApiToken, apiTokenList, type CreatedToken, type CreateToken, createdToken } from './contract';

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
