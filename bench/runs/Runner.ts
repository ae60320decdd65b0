import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../src/api/contractRuns';

const POLL_MS = 10;
const JSON_BODY = { 'content-type': 'application/json' };

/** A member with a flow of image nodes, each with its own words, who runs all of it. */
export class Runner {
  readonly #url: string;
  readonly #cookie: string;
  readonly #pid: number;
  readonly #nodes: readonly string[];
  #runId = '';

  private constructor(url: string, cookie: string, { pid, nodes }: { pid: number; nodes: readonly string[] }) {
    this.#url = url;
    this.#cookie = cookie;
    this.#pid = pid;
    this.#nodes = nodes;
  }

  /** The engine takes so long for each picture. */
  static async open(
    url: string,
    cookie: string,
    { steps, pictureMs }: { steps: number; pictureMs: number },
  ): Promise<Runner> {
    const ids = Array.from({ length: steps }, (_, at) => `image-${at}`);
    const position = { x: 0, y: 0 };
    const nodes = ids.flatMap((id) => [
      { id: `words-${id}`, type: 'textPrompt', position, data: { value: `after ${pictureMs} ms, ${id}` } },
      { id, type: 'image', position, data: {} },
    ]);
    const edges = ids.map((id) => ({ id: `to-${id}`, source: `words-${id}`, target: id }));
    const canvas = JSON.stringify({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
    const runner = new Runner(url, cookie, { pid: 0, nodes: ids });
    const { projectId } = await runner.#ask<{ projectId: number }>('/projects', { name: 'Flow', canvas });
    return new Runner(url, cookie, { pid: projectId, nodes: ids });
  }

  async start(): Promise<void> {
    const { revision } = await this.#ask<{ revision: number }>(`/projects/${this.#pid}`);
    const wish = { nodes: this.#nodes, revision };
    this.#runId = (await this.#ask<{ runId: string }>(`/projects/${this.#pid}/runs`, wish)).runId;
  }

  /** How many milliseconds a run takes from its request to its end. */
  async run(): Promise<number> {
    const begun = performance.now();
    await this.start();
    for (;;) {
      const run = await this.#ask<Run>(`/runs/${this.#runId}`);
      if (run.state !== 'running') return performance.now() - begun;
      await sleep(POLL_MS);
    }
  }

  /** How many steps are so. */
  async count(state: Run['steps'][number]['state']): Promise<number> {
    const { steps } = await this.#ask<Run>(`/runs/${this.#runId}`);
    return steps.filter((step) => step.state === state).length;
  }

  async #ask<T>(path: string, body?: object): Promise<T> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${this.#url}${path}`, { headers: { ...JSON_BODY, cookie: this.#cookie }, ...sent });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
