import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';

interface Canvas {
  readonly nodes: readonly { readonly id: string; readonly data: { readonly value: string } }[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string }[];
  readonly viewport: { readonly x: number; readonly y: number; readonly zoom: number };
}

/** One change: the request, and the canvas and name that result. */
interface Step {
  readonly method: 'PATCH' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly canvas: Canvas;
  readonly name: string;
  readonly revision: number;
}

type Kind = 'add' | 'write' | 'remove' | 'push' | 'rename';

/** From the first write to long after the first compaction of the log. */
export const anyDelay = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 40, max: 900 }));

const anyKind = fc.oneof(
  { arbitrary: fc.constant<Kind>('add'), weight: 12 },
  { arbitrary: fc.constant<Kind>('write'), weight: 12 },
  { arbitrary: fc.constant<Kind>('remove'), weight: 8 },
  { arbitrary: fc.constant<Kind>('rename'), weight: 2 },
  { arbitrary: fc.constant<Kind>('push'), weight: 1 },
);

const EMPTY: Canvas = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
const NODES_MAX = 40;

const node = (id: string, value: string) => ({ id, type: 'textPrompt', position: { x: 0, y: 0 }, data: { value } });
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });

const JSON_BODY = { 'content-type': 'application/json' };

/** Resolves to the cookie of the writer's new session. */
async function signIn(url: string, seed: number): Promise<string> {
  const signedIn = await fetch(`${url}/auth/login/local`, {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ name: `writer ${seed}` }),
  });
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  return cookie;
}

/**
 * A member with a script that changes one canvas step by step, each step several operations that belong together, and that knows exactly
 * what the server has promised to have.
 */
export class Writer {
  /** Number of steps that the server has answered. */
  acknowledged = 0;
  /** Every earlier state, as text; without its revision, which a restored backup moves on. */
  readonly #past = new Set<string>();
  readonly #seed: number;
  #cookie: string;
  readonly #pid: number;
  readonly #kinds: Iterator<Kind>;
  #url: string;
  #canvas = EMPTY;
  #name = 'Flow';
  #revision = 1;
  #steps = 0;
  /** Step that was sent, but not answered when the line was cut. */
  #open: Step | null = null;

  private constructor(url: string, cookie: string, pid: number, seed: number) {
    this.#url = url;
    this.#cookie = cookie;
    this.#pid = pid;
    this.#seed = seed;
    this.#kinds = endless(seed);
    this.#past.add(JSON.stringify({ canvas: EMPTY, name: this.#name }));
  }

  static async begin(url: string, seed: number): Promise<Writer> {
    const cookie = await signIn(url, seed);
    const created = await fetch(`${url}/projects`, {
      method: 'POST',
      headers: { ...JSON_BODY, cookie },
      body: JSON.stringify({ name: 'Flow', canvas: JSON.stringify(EMPTY) }),
    });
    const { projectId } = (await created.json()) as { projectId: number };
    return new Writer(url, cookie, projectId, seed);
  }

  /** A backup carries no sessions. */
  async signInAgain(url: string): Promise<void> {
    this.#cookie = await signIn(url, this.#seed);
  }

  moveTo(url: string): void {
    this.#url = url;
  }

  /** Changes the canvas until the server no longer answers, and may rest before each change. */
  async writeUntilCut(rest?: () => Promise<void>): Promise<void> {
    for (;;) {
      await rest?.();
      const step = this.#compose();
      this.#open = step;
      try {
        await this.#send(step);
      } catch (error) {
        // fetch throws this when the line is cut; an unexpected answer is a fault.
        if (error instanceof TypeError) return;
        throw error;
      }
      this.#take(step);
    }
  }

  /**
   * Returns 'whole' when the server has exactly what it acknowledged, with all of the open step or nothing of it, and takes that step, sent
   * again, once; otherwise describes the fault.
   */
  async check(): Promise<string> {
    const step = this.#open;
    const found = await this.#read();
    const before = { canvas: this.#canvas, name: this.#name, revision: this.#revision };
    const isBefore = isDeepStrictEqual(found, before);
    const isAfter = step !== null && isDeepStrictEqual(found, stateOf(step));
    if (!isBefore && !isAfter) return `found ${JSON.stringify(found)} after ${JSON.stringify(before)}`;
    if (!step) return 'whole';
    // A push has no key: a client checks first whether it arrived.
    if (step.method !== 'POST' || !isAfter) await this.#send(step);
    this.#take(step);
    const again = await this.#read();
    return isDeepStrictEqual(again, stateOf(step)) ? 'whole' : `sent again: ${JSON.stringify(again)}`;
  }

  /** Whether that server's project is as it was at some moment. */
  async isFromThePast(url: string): Promise<boolean> {
    const { canvas, name } = await this.#read(url);
    return this.#past.has(JSON.stringify({ canvas, name }));
  }

  get headers(): { readonly cookie: string } {
    return { cookie: this.#cookie };
  }

  get pid(): number {
    return this.#pid;
  }

  #take(step: Step): void {
    this.#past.add(JSON.stringify({ canvas: step.canvas, name: step.name }));
    this.#open = null;
    this.#canvas = step.canvas;
    this.#name = step.name;
    this.#revision = step.revision;
    this.acknowledged += 1;
  }

  #compose(): Step {
    this.#steps += 1;
    const wanted = this.#kinds.next().value as Kind;
    const { nodes } = this.#canvas;
    const kind = nodes.length === 0 || (wanted === 'write' && nodes.length < 2) ? 'add' : wanted;
    const isFull = kind === 'add' && nodes.length >= NODES_MAX;
    switch (isFull ? 'remove' : kind) {
      case 'add':
        return this.#add(nodes);
      case 'write':
        return this.#write(nodes);
      case 'remove':
        return this.#remove(nodes);
      case 'push':
        return this.#push();
      case 'rename':
        return this.#rename();
    }
  }

  /** Adds a node and a pipe to it. */
  #add(nodes: Canvas['nodes']): Step {
    const added = node(`n${this.#steps}`, '');
    const { id: last } = nodes.at(-1) ?? added;
    const pipe = edge(last, added.id);
    const patch = [
      { op: 'add', path: '/nodes/-', value: added },
      { op: 'add', path: '/edges/-', value: pipe },
    ];
    const { edges } = this.#canvas;
    return this.#patch(patch, { ...this.#canvas, nodes: [...nodes, added], edges: [...edges, pipe] });
  }

  /** Writes the same words into two nodes. */
  #write(nodes: Canvas['nodes']): Step {
    const value = `말 ${this.#steps}`;
    const at = this.#steps % (nodes.length - 1);
    const patch = [at, at + 1].map((index) => ({ op: 'replace', path: `/nodes/${index}/data/value`, value }));
    const written = nodes.map((one, index) => (index === at || index === at + 1 ? { ...one, data: { value } } : one));
    return this.#patch(patch, { ...this.#canvas, nodes: written });
  }

  /** Removes the first node and the first pipe. */
  #remove(nodes: Canvas['nodes']): Step {
    const patch = ['/nodes/0', '/edges/0'].map((path) => ({ op: 'remove', path }));
    return this.#patch(patch, { ...this.#canvas, nodes: nodes.slice(1), edges: this.#canvas.edges.slice(1) });
  }

  #patch(patch: readonly object[], canvas: Canvas): Step {
    return {
      method: 'PATCH',
      path: `/projects/${this.#pid}/canvas`,
      headers: {
        'content-type': 'application/json-patch+json',
        'if-match': `"${this.#revision}"`,
        'idempotency-key': `step ${this.#steps}`,
      },
      body: JSON.stringify(patch),
      canvas,
      name: this.#name,
      revision: this.#revision + 1,
    };
  }

  #push(): Step {
    const canvas = { ...this.#canvas, viewport: { x: this.#steps, y: 0, zoom: 1 } };
    const whole = { pid: this.#pid, name: this.#name, timestamp: new Date(0).toISOString(), snapshot: canvas };
    return {
      method: 'POST',
      path: `/projects/${this.#pid}`,
      headers: { 'content-type': 'application/json', 'if-match': `"${this.#revision}"` },
      body: JSON.stringify(whole),
      canvas,
      name: this.#name,
      revision: this.#revision + 1,
    };
  }

  #rename(): Step {
    const name = `강 ${this.#steps}`;
    return {
      method: 'PUT',
      path: `/projects/${this.#pid}/name`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      canvas: this.#canvas,
      name,
      revision: this.#revision,
    };
  }

  async #send({ method, path, headers, body, revision }: Step): Promise<void> {
    const answer = await fetch(this.#url + path, { method, headers: { ...headers, cookie: this.#cookie }, body });
    const said = (await answer.json()) as { revision?: number };
    if (answer.ok && said.revision === revision) return;
    throw new Error(
      `${method} ${path} was answered ${answer.status} ${JSON.stringify(said)}, not revision ${revision}`,
    );
  }

  async #read(url = this.#url): Promise<{ canvas: Canvas; name: string; revision: number }> {
    const answer = await fetch(`${url}/projects/${this.#pid}`, { headers: { cookie: this.#cookie } });
    const { canvas, name, revision } = (await answer.json()) as { canvas: string; name: string; revision: number };
    return { canvas: JSON.parse(canvas) as Canvas, name, revision };
  }
}

const stateOf = ({ canvas, name, revision }: Step) => ({ canvas, name, revision });

function* endless(seed: number): Generator<Kind, never> {
  for (let round = 0; ; round += 1) yield* fc.sample(anyKind, { seed: seed + round, numRuns: 200 });
}
