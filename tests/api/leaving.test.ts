import { describe, expect, it } from 'vitest';
import { HEAD } from './support/project';
import { json } from './support/startServer';
import { api, server, setUpApi } from './support/setUpApi';

setUpApi();

describe('leaving', () => {
  it('sends a small patch from a page that goes', async () => {
    server.answer = (response) => json(response, 200, { revision: 4, updatedAt: HEAD.updatedAt });
    await expect(api.projects.patchCanvasLeaving(7, '[]', { revision: 3, idempotencyKey: 'k' })).resolves.toMatchObject(
      { revision: 4 },
    );
    expect(server.heard[0]?.headers).toMatchObject({ 'if-match': '"3"', 'idempotency-key': 'k' });
  });

  it('does not try a body that browsers would not carry: 60 KB in bytes, not in characters [LEAVE-3]', () => {
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
