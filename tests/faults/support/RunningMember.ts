import type { Run } from '../../../src/api/contractRuns';
import type { TakePage } from '../../../src/api/contractTakes';
import type { RunningWork } from './RunningWork';

const JSON_BODY = { 'content-type': 'application/json' };

/** Failures after which it is unknown whether the call happened: a retry may bill again, and the person was told. */
const UNKNOWN: ReadonlySet<string> = new Set(['restarted']);

/** A member with a flow of many pictures who runs all of it again and again, and records what was reported of each. */
export class RunningMember {
  readonly #cookie: string;
  readonly #pid: number;
  readonly name: string;
  readonly #work: RunningWork;
  /** How often a picture of this name was reported as possibly called without an answer. */
  readonly told = new Map<string, number>();
  readonly #counted = new Set<string>();
  #url: string;
  #round = 0;
  #runId: string | null = null;

  private constructor(
    url: string,
    cookie: string,
    { pid, work, name }: { pid: number; work: RunningWork; name: string },
  ) {
    this.#url = url;
    this.#cookie = cookie;
    this.#pid = pid;
    this.#work = work;
    this.name = name;
  }

  static async begin(url: string, name: string, work: RunningWork): Promise<RunningMember> {
    const signedIn = await fetch(`${url}/auth/login/local`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ name }),
    });
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const canvas = { ...work.canvas, viewport: { x: 0, y: 0, zoom: 1 } };
    const created = await fetch(`${url}/projects`, {
      method: 'POST',
      headers: { ...JSON_BODY, cookie },
      body: JSON.stringify({ name: 'Flow', canvas: JSON.stringify(canvas) }),
    });
    const { projectId } = (await created.json()) as { projectId: number };
    return new RunningMember(url, cookie, { pid: projectId, work, name });
  }

  moveTo(url: string): void {
    this.#url = url;
  }

  /** Keeps a run in progress: continues the current one, retries failures, or starts another with new words. */
  async keepRunning(): Promise<void> {
    const run = this.#runId === null ? null : await this.#take(this.#runId);
    if (run?.state === 'running') return;
    if (run?.steps.some(({ state }) => state === 'failed' || state === 'blocked')) {
      const again = await this.#ask<{ runId: string }>('POST', `/runs/${run.runId}/retry`);
      this.#runId = again.runId;
      return;
    }
    this.#round += 1;
    const patch = this.#work.writes(this.#words);
    const { revision } = await this.#ask<{ revision: number }>('PATCH', `/projects/${this.#pid}/canvas`, patch);
    const wish = { nodes: this.#work.nodes, revision };
    this.#runId = (await this.#ask<{ runId: string }>('POST', `/projects/${this.#pid}/runs`, wish)).runId;
  }

  /** Finishes the run, with retries, until everything is made. Returns the value of every node in the saved canvas. */
  async finish(): Promise<Map<string, unknown>> {
    for (;;) {
      const run = this.#runId === null ? null : await this.#take(this.#runId);
      if (run === null) break;
      if (run.state === 'done' && run.steps.every(({ state }) => state === 'done' || state === 'kept')) break;
      if (run.state === 'running') await new Promise((resolve) => setTimeout(resolve, 200));
      else await this.keepRunning();
    }
    const { canvas } = await this.#ask<{ canvas: string }>('GET', `/projects/${this.#pid}`);
    const { nodes } = JSON.parse(canvas) as { nodes: { id: string; data: { value?: unknown } }[] };
    return new Map(nodes.map(({ id, data }) => [id, data.value]));
  }

  /** The names of the pictures that each node now stands for. */
  get names(): ReadonlyMap<string, readonly string[]> {
    return this.#work.names(this.#words);
  }

  /** Number of calls for each of this member's pictures, by its name; `calls` has those of all prompts. */
  callsAmong(calls: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const mine = new Map<string, number>();
    for (const [prompt, count] of calls) {
      if (!prompt.includes(`of ${this.name} `)) continue;
      const name = this.#work.nameOfPrompt(prompt);
      mine.set(name, (mine.get(name) ?? 0) + count);
    }
    return mine;
  }

  /** The words of this round, unlike those of any other. */
  get #words(): string {
    return `of ${this.name} in round ${this.#round}`;
  }

  /** The addresses of all finished pictures, by their names. */
  async takes(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (let before = ''; ;) {
      const page = await this.#ask<TakePage>('GET', `/projects/${this.#pid}/takes?limit=200${before}`);
      for (const take of page.takes) {
        const name = this.#work.nameOfTake(take);
        found.set(name, [...(found.get(name) ?? []), take.url]);
      }
      if (page.next === null) return found;
      before = `&before=${page.next}`;
    }
  }

  /** Whether a picture can be fetched. */
  async hasPicture(url: string): Promise<boolean> {
    const answer = await fetch(`${this.#url}${url}`, { headers: { cookie: this.#cookie } });
    await answer.arrayBuffer();
    return answer.ok;
  }

  /** Notes what was reported of a run's steps, once the run is over. */
  async #take(runId: string): Promise<Run> {
    const run = await this.#ask<Run>('GET', `/runs/${runId}`);
    if (run.state === 'running' || this.#counted.has(runId)) return run;
    this.#counted.add(runId);
    for (const step of run.steps) {
      const { state, reason = '' } = step;
      if (state !== 'failed' || !UNKNOWN.has(reason)) continue;
      const name = this.#work.nameOfStep(step, this.#words);
      this.told.set(name, (this.told.get(name) ?? 0) + 1);
    }
    return run;
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { cookie: this.#cookie, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
