import type { Snapshot } from '../../../src/engine';

export interface KeptProject {
  readonly pid: number;
  readonly name: string;
  readonly revision: number;
  readonly canvas: Snapshot;
}

/** The member whose projects are edited; asks the server directly, without any trouble. */
export class Member {
  readonly name: string;
  readonly #url: () => string;
  #cookie = '';

  private constructor(name: string, url: () => string) {
    this.name = name;
    this.#url = url;
  }

  static async enter(name: string, url: () => string): Promise<Member> {
    const member = new Member(name, url);
    const answer = await member.#send('POST', '/auth/login/local', { name });
    [member.#cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    return member;
  }

  async create(name: string, canvas: Snapshot): Promise<number> {
    const answer = await this.#send('POST', '/projects', { name, canvas: JSON.stringify(canvas) });
    return ((await answer.json()) as { projectId: number }).projectId;
  }

  /** All projects, oldest first. */
  async projects(): Promise<KeptProject[]> {
    const answer = await this.#send('GET', '/projects');
    const list = (await answer.json()) as { projectId: number }[];
    return Promise.all(
      list
        .map(({ projectId }) => projectId)
        .toSorted((a, b) => a - b)
        .map((pid) => this.read(pid)),
    );
  }

  async read(pid: number): Promise<KeptProject> {
    const answer = await this.#send('GET', `/projects/${pid}`);
    const { name, revision, canvas } = (await answer.json()) as { name: string; revision: number; canvas: string };
    return { pid, name, revision, canvas: JSON.parse(canvas) as Snapshot };
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(this.#url() + path, {
      method,
      headers: { cookie: this.#cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    return answer;
  }
}
