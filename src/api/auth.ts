import type { ApiClient } from './client';

export const createAuthApi = (client: ApiClient) => ({
  /** Where the browser goes to sign in; the server comes back to `redirect`, an allowed origin (a path on it is kept). */
  signInUrl: (redirect: string): string =>
    `${client.base}/auth/login/google?${new URLSearchParams({ redirect }).toString()}`,
  signOut: (): Promise<void> => client.send('POST', '/auth/logout'),
});
export type AuthApi = ReturnType<typeof createAuthApi>;
