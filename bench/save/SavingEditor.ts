import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import type { Snapshot } from '../../src/engine/document/Snapshot';

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly sentBytes: number;
  /** Time from the call until the last byte of the answer. */
  readonly ms: number;
}

/** One person at one canvas, on a connection of their own, who moves a node and saves. */
export class SavingEditor {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #cookie: string;
  readonly #snapshot: Snapshot;
  #pid = 0;
  #revision = 0;
  #saves = 0;
  /** When each of its own revisions was acknowledged, on the measuring machine's clock. */
  readonly savedAt = new Map<number, number>();

  constructor(deps: { url: string; cookie: string; snapshot: Snapshot }) {
    this.#url = deps.url;
    this.#cookie = deps.cookie;
    this.#snapshot = deps.snapshot;
  }

  get projectId(): number {
    return this.#pid;
  }

  async create(): Promise<void> {
    const canvas = JSON.stringify(this.#snapshot);
    const reply = await this.send('POST', '/projects', JSON.stringify({ name: 'bench', canvas }));
    if (reply.status !== 201) throw new Error(`a new canvas was answered ${reply.status}: ${reply.body}`);
    const head = JSON.parse(reply.body) as { projectId: number; revision: number };
    this.#pid = head.projectId;
    this.#revision = head.revision;
  }

  /** Moves the next node and saves it as the app does. */
  async save(): Promise<Reply> {
    const { path, body, headers } = this.nextSave();
    return this.#acknowledged(await this.send('PATCH', path, body, { ...headers, 'if-match': `"${this.#revision}"` }));
  }

  /** Moves the next node: a PATCH that saves it, without a base revision. */
  nextSave(): { readonly path: string; readonly body: string; readonly headers: Record<string, string> } {
    const { index, node } = this.#moved();
    return {
      path: `/projects/${this.#pid}/canvas`,
      body: JSON.stringify([
        { op: 'test', path: `/nodes/${index}/id`, value: node.id },
        { op: 'replace', path: `/nodes/${index}/position`, value: node.position },
      ]),
      headers: {
        cookie: this.#cookie,
        'content-type': 'application/json-patch+json',
        'idempotency-key': `${this.#pid}-${this.#saves}`,
      },
    };
  }

  /** The same move, saved by sending the whole canvas. */
  async rewrite(): Promise<Reply> {
    const { index, node } = this.#moved();
    const snapshot = { ...this.#snapshot, nodes: this.#snapshot.nodes.with(index, node) };
    const whole = { pid: this.#pid, name: 'bench', timestamp: new Date().toISOString(), snapshot };
    return this.#acknowledged(
      await this.send('POST', `/projects/${this.#pid}`, JSON.stringify(whole), { 'if-match': `"${this.#revision}"` }),
    );
  }

  /** Opens the canvas as the app does. */
  open(): Promise<Reply> {
    return this.send('GET', `/projects/${this.#pid}`, '', { accept: 'application/json-seq' });
  }

  send(method: string, path: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
    return send(`${this.#url}${path}`, method, body, {
      agent: this.#agent,
      headers: { cookie: this.#cookie, 'content-type': 'application/json', ...headers },
    });
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** Moves another node each time, always a little further. */
  #moved(): { readonly index: number; readonly node: FlowNode } {
    this.#saves += 1;
    const index = (this.#saves * 7919) % this.#snapshot.nodes.length;
    const node = this.#snapshot.nodes[index];
    if (node === undefined) throw new Error('the canvas is empty');
    const { x, y } = node.position;
    return { index, node: { ...node, position: { x: x + 15 * this.#saves, y } } };
  }

  #acknowledged(reply: Reply): Reply {
    if (reply.status === 200) {
      this.#revision = (JSON.parse(reply.body) as { revision: number }).revision;
      this.savedAt.set(this.#revision, performance.now());
    }
    return reply;
  }
}

interface Way {
  readonly agent: Agent;
  readonly headers: Record<string, string>;
}

function send(url: string, method: string, body: string, { agent, headers }: Way): Promise<Reply> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sentBytes = Buffer.byteLength(body);
    const call = request(url, { method, agent, headers: { ...headers, 'content-length': sentBytes } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          sentBytes,
          ms: performance.now() - begun,
        }),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}
