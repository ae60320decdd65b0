import { expect, it } from 'vitest';
import { SMALL_MAX_BYTES } from '../../server/canvas/readPatch';
import { startServer } from '../support/startServer';
import { emptyCanvas, textNode } from './support/Person';

it('of the server do in threads of their own what takes long, as under npm run dev', async () => {
  const server = await startServer({ program: ['--import', 'tsx', 'server/main.ts'] });
  const send = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await send('/auth/login/local', { name: '지우' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0];

  const long = { ...emptyCanvas(), nodes: [textNode('n1', '강'.repeat(SMALL_MAX_BYTES))] };
  const created = await send('/projects', { name: '강', canvas: JSON.stringify(long) }, cookie);
  expect([created.status, await created.json()]).toEqual([201, expect.objectContaining({ projectId: 1 })]);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/task="write",thread="worker"\} 1$/m);

  const wish = { projectId: 1, nodes: [{ type: 'text_prompt', content: '강' }] };
  const painted = await send('/nodes/generate/image', wish, cookie);
  expect(await painted.text()).toContain('"event":"generated_image"');
});
