import { delay, http, HttpResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  type ApiToken,
  type CreateToken,
  JSON_SEQUENCE,
  type Member,
  type ProjectSummary,
  RECORD_SEPARATOR,
} from '../../../src/api/contract';
import { PREVIEW_MODEL } from '../../support/previewModel';

export const MINA: Member = { memberId: 'm1', name: 'Mina', picture: 'https://pictures.test/mina=s96-c' };

/** The canvas of every project. */
const CANVAS = '{"nodes":[],"edges":[],"viewport":{"x":0,"y":0,"zoom":1},"mine":"kept"}';

/** Longer than a person waits without a sign. */
const SLOW_MS = 1500;

const refusal = (status: number, code: string) => HttpResponse.json({ message: code, error: code, code }, { status });

/** The provider's host as the screens use it over HTTP: its members, its projects and its failures. */
export class FakeHost {
  member: Member | null = null;
  projects: ProjectSummary[] = [];
  /** Storage used by the member. */
  bytes = 1.5 * 1024 ** 3;
  /** Whether the member may have no more projects. */
  isFull = false;
  tokens: ApiToken[] = [];
  /** Calls, such as `DELETE /projects/7`, that are answered with 500. */
  readonly broken = new Set<string>();
  /** Calls that are answered after SLOW_MS. */
  readonly slow = new Set<string>();
  /** All calls in order: method and path, query and body. */
  readonly calls: { readonly call: string; readonly query: string; readonly body: unknown }[] = [];
  /** Idempotency keys of the projects that were asked for, in order. */
  readonly creationKeys: (string | null)[] = [];
  #nextId = 100;

  bodyOf(call: string): unknown {
    return this.calls.findLast((each) => each.call === call)?.body;
  }

  handlers(): RequestHandler[] {
    return [
      this.#on('get', '/capabilities', () =>
        HttpResponse.json({ signIn: 'google', image: 'offline', analyze: 'offline', models: [PREVIEW_MODEL] }),
      ),
      this.#on('get', '/member', () => (this.member ? HttpResponse.json(this.member) : refusal(401, 'signedOut'))),
      this.#on('get', '/projects', () => (this.member ? this.#listed() : refusal(401, 'signedOut'))),
      this.#on('get', '/projects/:id', (_, id) => {
        const head = this.projects.find(({ projectId }) => projectId === Number(id));
        if (!head) return refusal(404, 'projectNotFound');
        const parts = [JSON.stringify({ ...head, revision: 1 }), CANVAS];
        return new HttpResponse(parts.map((part) => `${RECORD_SEPARATOR}${part}\n`).join(''), {
          headers: { 'content-type': JSON_SEQUENCE },
        });
      }),
      this.#on('post', '/projects', (body) => {
        if (this.isFull) return refusal(413, 'quota');
        const { name } = body as { name: string };
        const projectId = this.#nextId++;
        const updatedAt = new Date().toISOString();
        this.projects.unshift({ projectId, name, updatedAt, thumbnail: null });
        return HttpResponse.json({ projectId, name, updatedAt, revision: 0 }, { status: 201 });
      }),
      this.#on('delete', '/projects/:id', (_, id) => {
        this.projects = this.projects.filter(({ projectId }) => projectId !== Number(id));
        return new HttpResponse(null, { status: 204 });
      }),
      this.#on('put', '/projects/:id/name', (body, id) => {
        const { name } = body as { name: string };
        this.projects = this.projects.map((each) => (each.projectId === Number(id) ? { ...each, name } : each));
        return HttpResponse.json({ projectId: Number(id), name, updatedAt: new Date().toISOString(), revision: 0 });
      }),
      this.#on('put', '/projects/:id/thumbnail', () => HttpResponse.json({ thumbnail: '/files/picture.png' })),
      this.#on('get', '/member/usage', () =>
        HttpResponse.json({ bytes: this.bytes, bytesMax: 10 * 1024 ** 3, projects: 34, projectsMax: 10_000 }),
      ),
      this.#on('get', '/member/tokens', () => HttpResponse.json(this.tokens)),
      this.#on('post', '/member/tokens', (body) => {
        const { name, scopes, expiresAt = null } = body as CreateToken;
        const id = `t${this.#nextId++}`;
        const token = { id, name, scopes, createdAt: new Date().toISOString(), expiresAt, lastUsedAt: null };
        this.tokens.unshift(token);
        return HttpResponse.json({ ...token, token: `mulgil_${id}` }, { status: 201 });
      }),
      this.#on('delete', '/member/tokens/:id', (_, id) => {
        if (this.tokens.every((token) => token.id !== id)) return refusal(404, 'tokenNotFound');
        this.tokens = this.tokens.filter((token) => token.id !== id);
        return new HttpResponse(null, { status: 204 });
      }),
      this.#on('post', '/auth/logout', () => {
        const isEverywhere = this.calls.at(-1)?.query !== '';
        if (isEverywhere && !this.member) return refusal(401, 'signedOut');
        this.member = null;
        return new HttpResponse(null, { status: 204 });
      }),
      this.#on('post', '/auth/forget', () => new HttpResponse(null, { status: 204 })),
    ];
  }

  /** The list in the order that the last call asks for. */
  #listed(): Response {
    const query = new URLSearchParams(this.calls.at(-1)?.query);
    const q = query.get('q')?.toLowerCase() ?? '';
    const found = this.projects.filter(({ name }) => name.toLowerCase().includes(q));
    const all = query.get('sort') === 'name' ? found.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : found;
    const begin = Number(query.get('before') ?? 0);
    const end = begin + Number(query.get('limit') ?? all.length);
    const link = { link: `</projects?limit=60&before=${end}>; rel="next"` };
    return HttpResponse.json(all.slice(begin, end), { headers: end < all.length ? link : {} });
  }

  #on(method: 'get' | 'post' | 'put' | 'delete', path: string, answer: (body: unknown, id: unknown) => Response) {
    return http[method](`*${path}`, async ({ request, params }) => {
      const { pathname, search: query } = new URL(request.url);
      const call = `${request.method} ${pathname}`;
      const isJson = request.headers.get('content-type')?.includes('json');
      const body: unknown = isJson ? await request.json() : null;
      this.calls.push({ call, query, body });
      if (call === 'POST /projects') this.creationKeys.push(request.headers.get('idempotency-key'));
      if (this.slow.has(call)) await delay(SLOW_MS);
      return this.broken.has(call) ? refusal(500, 'broken') : answer(body, params.id);
    });
  }
}

/** A host for a test file, new and empty for each test. */
export function useFakeHost(): { current: FakeHost } {
  const host = { current: new FakeHost() };
  const server = setupServer(...host.current.handlers());
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    host.current = new FakeHost();
    server.resetHandlers(...host.current.handlers());
  });
  afterAll(() => server.close());
  return host;
}
