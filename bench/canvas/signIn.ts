import type { APIRequestContext } from 'playwright-core';

/** Signs in as the only member during the measurement. */
export async function signIn(request: APIRequestContext, serverUrl: string): Promise<void> {
  const answer = await request.post(`${serverUrl}/auth/login/local`, { data: { name: 'bench' } });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}
