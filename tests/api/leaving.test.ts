import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../../src/api';
import { HEAD } from './support/project';
import { json, type LocalServer, startServer } from './support/startServer';

let server: LocalServer;
let api: Api;

beforeEach(async () => {
  server = await startServer();
  api = createApi(server.base);
});

afterEach(() => server.close());

describe('leaving', () => {
  it('sends a small patch from a page that goes', async () => {
    server.answer = (response) => json(response, 200, { revision: 4, updatedAt: HEAD.updatedAt });
    await expect(api.projects.patchCanvasLeaving(7, '[]', { revision: 3, idempotencyKey: 'k' })).resolves.toMatchObject(
      { revision: 4 },
    );
    expect(server.heard[0]?.headers).toMatchObject({ 'if-match': '"3"', 'idempotency-key': 'k' });
  });

  it('does not try what a browser would not carry: 60 KB in bytes, not in characters [LEAVE-3]', () => {
    const korean = JSON.stringify('물'.repeat(20_500));
    expect(korean.length).toBeLessThan(60 * 1024);
    expect(api.projects.patchCanvasLeaving(7, korean, { revision: 3, idempotencyKey: 'k' })).toBeNull();
    expect(server.heard).toEqual([]);
  });

  it('renames from a page that goes', async () => {
    server.answer = (response) => json(response, 200, { ...HEAD, name: '강' });
    await expect(api.projects.renameLeaving(7, '강')).resolves.toMatchObject({ name: '강' });
    expect(server.heard[0]).toMatchObject({ method: 'PUT', url: '/projects/7/name' });
    expect(server.heard[0]?.body.toString()).toBe('{"name":"강"}');
  });
});
