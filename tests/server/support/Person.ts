import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { checkAnswer } from './checkAnswer';

type Headers = Record<string, string>;

/** A client with a browser's cookie that calls the app. */
export class Person {
  readonly #app: FastifyInstance;
  cookie: string;

  constructor(app: FastifyInstance, cookie = '') {
    this.#app = app;
    this.cookie = cookie;
  }

  /** Checks every answer against /openapi.json. */
  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const headers = { ...(this.cookie === '' ? {} : { cookie: this.cookie }), ...options.headers };
    const answer = await this.#app.inject({ ...options, headers });
    const { method = 'GET', url, body, payload = body } = options;
    checkAnswer(
      this.#app,
      { method, url: typeof url === 'string' ? url : '', headers: headers as Headers, payload },
      answer,
    );
    return answer;
  }

  get(url: string, headers: Headers = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'GET', url, headers });
  }

  post(url: string, body?: object | string, headers: Headers = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'POST', url, headers, ...(body === undefined ? {} : { payload: body }) });
  }

  put(url: string, body: object, headers: Headers = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'PUT', url, headers, payload: body });
  }

  delete(url: string): Promise<LightMyRequestResponse> {
    return this.send({ method: 'DELETE', url });
  }

  /** Sends a JSON patch of the project's canvas. */
  patch(projectId: number, patch: unknown, headers: Headers = {}): Promise<LightMyRequestResponse> {
    return this.send({
      method: 'PATCH',
      url: `/projects/${projectId}/canvas`,
      headers: { 'content-type': 'application/json-patch+json', ...headers },
      payload: typeof patch === 'string' ? patch : JSON.stringify(patch),
    });
  }

  /** Sends one file as a form does. */
  async upload(
    method: 'POST' | 'PUT',
    url: string,
    field: string,
    bytes: Buffer,
    fileName = 'picture.png',
  ): Promise<LightMyRequestResponse> {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), fileName);
    const encoded = new Response(form);
    return this.send({
      method,
      url,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
  }

  /** Creates a project; returns its id. */
  async create(name = 'Flow', canvas: object | string = emptyCanvas()): Promise<number> {
    const answer = await this.post('/projects', {
      name,
      canvas: typeof canvas === 'string' ? canvas : JSON.stringify(canvas),
    });
    const { projectId } = answer.json<{ projectId: number }>();
    return projectId;
  }

  /** The canvas of a project as it is saved now. */
  async canvas(
    projectId: number,
  ): Promise<{ nodes: { id: string; data: Record<string, unknown> }[]; edges: object[] }> {
    const answer = await this.get(`/projects/${projectId}`);
    return JSON.parse(answer.json<{ canvas: string }>().canvas);
  }
}

/** Signs somebody in with a local account. */
export async function signIn(app: FastifyInstance, name = '지우'): Promise<Person> {
  const answer = await app.inject({ method: 'POST', url: '/auth/login/local', payload: { name } });
  const [cookie] = answer.cookies;
  if (answer.statusCode !== 200 || cookie === undefined) throw new Error(`could not sign in: ${answer.body}`);
  return new Person(app, `${cookie.name}=${cookie.value}`);
}

export function emptyCanvas(): { nodes: object[]; edges: object[]; viewport: object } {
  return { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
}

export function textNode(id: string, value = ''): object {
  return { id, type: 'textPrompt', position: { x: 0, y: 0 }, data: { value } };
}
