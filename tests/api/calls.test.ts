import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { createApi } from '../../src/api';
import { HEAD, project } from './support/project';
import { json, type LocalServer } from './support/startServer';
import { api, server, setUpApi } from './support/setUpApi';

setUpApi();

/** `GET /member` and its body, as JSON when it has one. */
const said = ({ method, url, body }: LocalServer['heard'][number]): readonly unknown[] => [
  `${method} ${url}`,
  ...(body.length > 0 ? [JSON.parse(body.toString()) as unknown] : []),
];

describe('the calls', () => {
  it('go to their paths with their bodies, and return the content of the answer [ANALYZE-1] [CALL-1] [CALL-4] [CALL-5]', async () => {
    const list = [{ projectId: 7, name: 'Rivers', updatedAt: HEAD.updatedAt, thumbnail: null }];
    const jin = { memberId: 'jin', name: 'Jin', picture: null };
    const groups = [{ key: 'place', value: ['river'] }];
    const answers: Record<string, unknown> = {
      'GET /member': jin,
      'GET /projects?limit=60': list,
      'POST /projects': HEAD,
      'PUT /projects/7/name': HEAD,
      'POST /nodes/analyze': groups,
    };
    server.answer = (response, { method, url }) =>
      method === 'DELETE' ? void response.writeHead(204).end() : json(response, 200, answers[`${method} ${url}`]);

    expect(await api.member.read()).toEqual(jin);
    expect(await api.projects.list()).toEqual({ items: list, next: null });
    expect(await api.projects.create('Rivers', '{"nodes":[]}', 'made-1')).toEqual(HEAD);
    expect(await api.projects.remove(7)).toBeUndefined();
    expect(await api.projects.rename(7, '강')).toEqual(HEAD);
    expect(await api.nodes.analyze('a calm river')).toEqual(groups);

    expect(server.heard[2]?.headers['idempotency-key']).toBe('made-1');
    expect(server.heard.map(said)).toEqual([
      ['GET /member'],
      ['GET /projects?limit=60'],
      ['POST /projects', { name: 'Rivers', canvas: '{"nodes":[]}' }],
      ['DELETE /projects/7'],
      ['PUT /projects/7/name', { name: '강' }],
      ['POST /nodes/analyze', { content: 'a calm river' }],
    ]);
  });

  it('take a list whose thumbnails are urls, image data or not there, and a member without a picture [THUMB-9] [DATA-1]', async () => {
    const { projectId, name, updatedAt } = HEAD;
    const record = { projectId, name, updatedAt };
    const thumbnails = ['/files/ab.png', 'data:image/png;base64,AA', null];
    server.answer = (response, { url }) =>
      json(
        response,
        200,
        url === '/member'
          ? { memberId: 'jin', name: 'Jin' }
          : [...thumbnails.map((thumbnail) => ({ ...record, thumbnail })), record],
      );
    const list = await api.projects.list();
    expect(list.items.map(({ thumbnail }) => thumbnail)).toEqual([...thumbnails, null]);
    expect((await api.member.read()).picture).toBeNull();
  });

  it("reads a project with its canvas as unparsed text, and the server's clock [DATA-1] [CALL-6]", async () => {
    const canvas = '{\n "name": "물길 \\"강\\"" }';
    server.answer = (response) => {
      response.setHeader('Date', 'Sat, 21 Nov 2026 09:30:00 GMT');
      response.end(project(canvas));
    };

    await expect(api.projects.read(7)).resolves.toEqual({
      head: { ...HEAD, memberId: 'jin' },
      canvas,
      serverTime: Date.UTC(2026, 10, 21, 9, 30),
    });
    expect(server.heard[0]).toMatchObject({ method: 'GET', url: '/projects/7' });
    expect(server.heard[0]?.headers.accept).toContain('application/json-seq');
  });

  it('reads one that comes as a plain record too [CALL-6]', async () => {
    const canvas = '{"nodes":[],"edges":[]}';
    server.answer = (response) => json(response, 200, { ...HEAD, canvas });
    await expect(api.projects.read(7)).resolves.toMatchObject({ head: HEAD, canvas });
  });

  it('parses of that the head only, and gives the canvas out while it comes to who opens it', async () => {
    const canvas = JSON.stringify({ nodes: ['물길'] });
    const bytes = Buffer.from(project(canvas));
    const parse = vi.spyOn(JSON, 'parse');
    // The cut is in the middle of a character.
    const cut = bytes.indexOf('물') + 1;
    let answered: ServerResponse | null = null;
    server.answer = (response) => {
      answered = response;
      response.write(bytes.subarray(0, cut));
    };
    const pieces: string[] = [];
    const read = await api.projects.read(7, (piece) => {
      pieces.push(piece);
      if (!answered?.writableEnded) answered?.end(bytes.subarray(cut));
    });
    expect(read.canvas).toBe(canvas);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('').trimEnd()).toBe(canvas);
    expect(parse.mock.calls.filter(([text]) => text.includes('물길'))).toEqual([]);
  });

  it('breaks off when nothing more of the canvas comes, and when the line is cut [CALL-2] [CALL-3]', async () => {
    const bytes = project('x'.repeat(1000));
    server.answer = (response) => void response.write(bytes.slice(0, 500));
    await expect(createApi(server.base, 200).projects.read(7)).rejects.toMatchObject({ kind: 'timeout' });
    server.answer = (response) => void response.write(bytes.slice(0, 500), () => response.destroy());
    await expect(api.projects.read(7)).rejects.toMatchObject({ kind: 'network', code: 'network' });
  });

  it('reads a project that never had a canvas', async () => {
    server.answer = (response) => void response.end(project());
    await expect(api.projects.read(7)).resolves.toMatchObject({ canvas: '' });
  });

  it('says whom the calls of a page mean, whichever way they go [CALL-9]', async () => {
    server.answer = (response, { method }) =>
      method === 'GET' ? void response.end(project()) : json(response, 200, HEAD);
    const mine = api.forMember('jin');
    await mine.projects.read(7);
    await mine.projects.renameLeaving(7, 'Rivers');
    await mine.forMember('mia').projects.read(7);
    await api.projects.read(7);
    expect(server.heard.map(({ headers }) => headers['mulgil-member'])).toEqual(['jin', 'jin', 'mia', undefined]);
    expect(server.heard[1]?.headers['content-type']).toBe('application/json');
  });

  it('sends a patch as it is, with its base revision and its key [CALL-8]', async () => {
    server.answer = (response) => json(response, 200, { revision: 4, updatedAt: HEAD.updatedAt });
    const patch = '[{"op":"add","path":"/nodes/0","value":{"id":"물길"}}]';

    await expect(api.projects.patchCanvas(7, patch, { revision: 3, idempotencyKey: 'k1' })).resolves.toMatchObject({
      revision: 4,
    });

    const [call] = server.heard;
    expect(call).toMatchObject({ method: 'PATCH', url: '/projects/7/canvas' });
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json-patch+json',
      'if-match': '"3"',
      'idempotency-key': 'k1',
    });
    expect(call?.body.toString()).toBe(patch);
  });

  it('sends a large patch as the same bytes, under the same type, without reading it', async () => {
    server.answer = (response) => json(response, 200, { revision: 4, updatedAt: HEAD.updatedAt });
    const patch = JSON.stringify([{ op: 'add', path: '/nodes/0', value: { id: '물길'.repeat(400_000) } }]);
    const parse = vi.spyOn(JSON, 'parse');
    await api.projects.patchCanvas(7, patch, { revision: 3, idempotencyKey: 'k1' });
    const [call] = server.heard;
    expect(call?.headers['content-type']).toBe('application/json-patch+json');
    expect(call?.body.toString() === patch).toBe(true);
    expect(parse.mock.calls.some(([text]) => text === patch)).toBe(false);
  });

  it('pushes a whole project on a condition [CALL-7]', async () => {
    server.answer = (response) => json(response, 200, HEAD);
    const project = { pid: 7, name: 'tester', timestamp: HEAD.updatedAt, snapshot: { nodes: [] } };

    await api.projects.push(project, 'onlyIfEmpty');
    await api.projects.push(project, { revision: 3 });

    expect(server.heard.map(({ headers }) => [headers['if-none-match'], headers['if-match']])).toEqual([
      ['*', undefined],
      [undefined, '"3"'],
    ]);
    expect(JSON.parse(server.heard[0]?.body.toString() ?? '')).toEqual(project);
  });

  it('words a project of very many nodes a thousand a task, as the same JSON', async () => {
    server.answer = (response) => json(response, 200, HEAD);
    const nodes = Array.from({ length: 2500 }, (_, index) => ({ id: `n${index}`, data: { value: '물길' } }));
    const edges = Array.from({ length: 1001 }, (_, index) => ({ id: `e${index}` }));
    const snapshot = { title: undefined, nodes, edges, viewport: { x: 0, y: 0, zoom: 1 }, later: [] };
    const project = { pid: 7, name: 'tester', timestamp: HEAD.updatedAt, snapshot };
    const whole = JSON.stringify(project);

    const wordings = vi.spyOn(JSON, 'stringify');
    await api.projects.push(project);
    const most = Math.max(...wordings.mock.calls.map(([value]) => (Array.isArray(value) ? value.length : 0)));
    const isWhole = wordings.mock.calls.some(([value]) => value === project || value === snapshot);
    wordings.mockRestore();

    expect(server.heard[0]?.body.toString()).toBe(whole);
    expect([most, isWhole]).toEqual([1000, false]);
  });

  it('uploads a thumbnail and a file as multipart forms [PIC-2] [THUMB-7]', async () => {
    server.answer = (response, { url }) =>
      url === '/files'
        ? json(response, 201, { url: '/files/ab.png' })
        : json(response, 200, { thumbnail: '/files/t.png' });
    const picture = new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' });
    const shares: number[] = [];

    await expect(api.projects.sendThumbnail(7, picture)).resolves.toBe('/files/t.png');
    await expect(api.files.upload(picture, 'cat.png', { onProgress: (share) => shares.push(share) })).resolves.toBe(
      '/files/ab.png',
    );

    expect(server.heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /projects/7/thumbnail',
      'POST /files',
    ]);
    expect(server.heard[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(server.heard[0]?.body.toString('latin1')).toContain('name="thumbnail"');
    expect(server.heard[1]?.body.toString('latin1')).toContain('filename="cat.png"');
    expect(shares.at(-1)).toBe(1);
  });

  it('resolves only the pictures of the file store against the API host [PIC-8]', () => {
    expect(api.files.resolveUrl('/files/ab.png')).toBe(`${server.base}/files/ab.png`);
    expect(api.files.resolveUrl('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
    expect(api.auth.signInUrl('http://localhost:3000/main/7', 'en')).toBe(
      `${server.base}/auth/login/google?redirect=http%3A%2F%2Flocalhost%3A3000%2Fmain%2F7&lng=en`,
    );
  });

  it('asks for the jobs since a moment', async () => {
    server.answer = (response) => json(response, 200, []);
    await expect(api.jobs.list(7, { since: '2026-11-21T09:00:00.000Z' })).resolves.toEqual([]);
    expect(server.heard[0]?.url).toBe('/projects/7/jobs?since=2026-11-21T09:00:00.000Z');
    await api.jobs.list(7, { url: '/files/a.png' });
    expect(server.heard[1]?.url).toBe('/projects/7/jobs?url=%2Ffiles%2Fa.png');
  });
});
