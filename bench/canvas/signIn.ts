import type { APIRequestContext } from 'playwright-core';

/** Signs in as the one member who is there while it is measured. */
export async function signIn(request: APIRequestContext, serverUrl: string): Promise<void> {
  const answer = await request.post(`${serverUrl}/auth/login/local`, { data: { name: 'bench' } });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}
