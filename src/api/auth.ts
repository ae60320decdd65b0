import type { ApiClient } from './client';

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
  /** Has the browser drop its cached answers to this app, such as pictures. */
  clearCache: (): Promise<void> => client.send('POST', '/auth/forget'),
});
export type AuthApi = ReturnType<typeof createAuthApi>;
