import type { ApiClient } from './client';

export const createAuthApi = (client: ApiClient) => ({
  /**
   * Where the browser goes to sign in; the server comes back to `redirect`, an allowed origin (a path on it is kept).
   * A page that the server itself shows on the way is in `lng`.
   */
  signInUrl: (redirect: string, lng: string): string =>
    `${client.base}/auth/login/google?${new URLSearchParams({ redirect, lng }).toString()}`,
  signOut: (): Promise<void> => client.send('POST', '/auth/logout'),
  /** Out of every browser; a 401 where the member is not signed in here any more. */
  signOutEverywhere: (): Promise<void> => client.send('POST', '/auth/logout', undefined, { params: { everywhere: 1 } }),
  /** The browser drops what it has kept of the answers to this app, such as pictures. */
  clearCache: (): Promise<void> => client.send('POST', '/auth/forget'),
});
export type AuthApi = ReturnType<typeof createAuthApi>;
