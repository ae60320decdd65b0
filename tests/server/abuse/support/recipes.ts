import type { InjectOptions } from 'fastify';
import { plainPicture } from '../../generation/support/FakeImageEngine';
import { emptyCanvas, textNode, type Person } from '../../support/Person';

/** A member's things, by the names in the routes. */
export type Things = Record<string, string>;

export interface Recipe {
  /** Makes the thing that the route addresses, owned by this member. */
  readonly make: (owner: Person) => Promise<Things>;
  /** A request that succeeds for the owner of these things. */
  readonly ask?: (
    things: Things,
  ) => Promise<Omit<InjectOptions, 'method' | 'url'>> | Omit<InjectOptions, 'method' | 'url'>;
}

const canvas = { ...emptyCanvas(), nodes: [textNode('n1', '강')] };

const project = async (owner: Person): Promise<Things> => ({ pid: String(await owner.create('흐름', canvas)) });

const version = async (owner: Person): Promise<Things> => {
  const { pid = '' } = await project(owner);
  const kept = await owner.post(`/projects/${pid}/versions`, { name: '' });
  return { pid, id: String(kept.json<{ id: number }>().id) };
};

const job = async (owner: Person): Promise<Things> => {
  const { pid = '' } = await project(owner);
  const nodes = [{ type: 'text_prompt', content: '강' }];
  const { body } = await owner.post('/nodes/generate/image', { projectId: Number(pid), nodes });
  return { id: /"id":"([^"]+)"/.exec(body)?.[1] ?? '' };
};

const take = async (owner: Person): Promise<Things> => {
  const { pid = '' } = await project(owner);
  const nodes = [{ type: 'text_prompt', content: '강' }];
  await owner.post('/nodes/generate/image', { projectId: Number(pid), nodes, nodeId: 'n1' });
  const { takes } = (await owner.get(`/projects/${pid}/takes`)).json<{ takes: { id: number }[] }>();
  return { id: String(takes[0]?.id) };
};

/** A run of a node that makes no pictures: there is something to retry. */
const run = async (owner: Person): Promise<Things> => {
  const { pid = '' } = await project(owner);
  const started = await owner.post(`/projects/${pid}/runs`, { nodes: ['n1'], revision: 1 });
  return { id: started.json<{ runId: string }>().runId };
};

export const picture = async (owner: Person): Promise<Things> => {
  const bytes = await plainPicture(`#${Math.floor(performance.now()).toString(16).padStart(6, '0').slice(-6)}`);
  const { url } = (await owner.upload('POST', '/files', 'file', bytes)).json<{ url: string }>();
  return { name: url.slice('/files/'.length) };
};

const token = async (owner: Person): Promise<Things> => {
  const made = await owner.post('/member/tokens', { name: '밤마다', scopes: ['read'] });
  return { id: made.json<{ id: string }>().id };
};

/** A form with one PNG. */
export async function form(field: string): Promise<Omit<InjectOptions, 'method' | 'url'>> {
  const data = new FormData();
  data.append(field, new Blob([new Uint8Array(await plainPicture('#336699'))]), 'picture.png');
  const encoded = new Response(data);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Every route with an id: how to make one, and how its owner asks. HEAD asks as GET does. */
export const RECIPES: Record<string, Recipe> = {
  'GET /projects/:pid': { make: project },
  'POST /projects/:pid': {
    make: project,
    ask: ({ pid }) => ({
      payload: { pid: Number(pid), name: '새 이름', timestamp: '2026-11-21T03:00:00.000Z', snapshot: emptyCanvas() },
    }),
  },
  'DELETE /projects/:pid': { make: project },
  'PUT /projects/:pid/name': { make: project, ask: () => ({ payload: { name: '새 이름' } }) },
  'PUT /projects/:pid/thumbnail': { make: project, ask: () => form('thumbnail') },
  'PATCH /projects/:pid/canvas': {
    make: project,
    ask: () => ({
      headers: { 'content-type': 'application/json-patch+json' },
      payload: JSON.stringify([{ op: 'remove', path: '/nodes/0' }]),
    }),
  },
  'GET /projects/:pid/jobs': { make: project },
  'GET /projects/:pid/events': { make: project, ask: () => ({ query: { once: 'true' } }) },
  'GET /projects/:pid/versions': { make: project },
  'POST /projects/:pid/versions': { make: project, ask: () => ({ payload: { name: '새 이름' } }) },
  'GET /projects/:pid/versions/:id': { make: version },
  'PUT /projects/:pid/versions/:id/name': { make: version, ask: () => ({ payload: { name: '새 이름' } }) },
  'DELETE /projects/:pid/versions/:id': { make: version },
  'POST /projects/:pid/versions/:id/restore': { make: version },
  'GET /jobs/:id/events': { make: job },
  'DELETE /jobs/:id': { make: job },
  'GET /files/:name': { make: picture },
  'GET /files/:name/takes': { make: picture },
  'GET /files/:name/credentials': { make: picture },
  'GET /projects/:pid/takes': { make: project },
  'POST /projects/:pid/runs/plan': { make: project, ask: () => ({ payload: { nodes: ['n1'], revision: 1 } }) },
  'POST /projects/:pid/runs': { make: project, ask: () => ({ payload: { nodes: ['n1'], revision: 1 } }) },
  'GET /projects/:pid/runs': { make: project },
  'GET /runs/:id': { make: run },
  'POST /runs/:id/retry': { make: run },
  'DELETE /runs/:id': { make: run },
  'PATCH /takes/:id': { make: take, ask: () => ({ payload: { rating: 5 } }) },
  'DELETE /takes/:id': { make: take },
  'POST /takes/:id/restore': { make: take },
  'DELETE /member/tokens/:id': { make: token },
};

/** Ids of the same form as the real ones that do not exist. */
export const MISSING: Things = { pid: '987654', id: '987654', name: `${'0'.repeat(64)}.png` };

export const addressOf = (url: string, things: Things): string =>
  url.replaceAll(/:(\w+)/g, (_match, name: string) => things[name] ?? MISSING[name] ?? '');
