import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { serve, type Served } from '../../support/serve';

/** Treatment of a request by the proxy. */
export type Trouble =
  /** Answers with a page of the proxy's own. */
  | 'notFound'
  | 'badGateway'
  | 'unavailable'
  /** The connection is cut before anything arrives. */
  | 'cut'
  /** The server takes it, and the answer never arrives. */
  | 'lost'
  /** The request waits until the line is good again, and arrives then. */
  | 'stall';

/** Requests that a trouble applies to: the saves of a canvas, the making of projects, or all that the server itself answers. */
export type Traffic = 'saves' | 'copies' | 'calls';

interface Spell {
  readonly trouble: Trouble;
  readonly traffic: Traffic;
  /** How many further requests it affects. */
  left: number;
}

interface Letter {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const PAGES = { notFound: 404, badGateway: 502, unavailable: 503 } as const;
const OF_SERVER = /^\/(?:projects|member|auth|capabilities|files|nodes|jobs)(?:\/|\?|$)/;

const isOf = (traffic: Traffic, { method, path }: Letter): boolean => {
  if (traffic === 'saves') return method === 'PATCH';
  if (traffic === 'copies') return method === 'POST' && path === '/projects';
  return OF_SERVER.test(path);
};

/** The proxy of one browser in front of the server: passes requests on, or makes trouble. */
export class Line {
  /** Port of the server; null while there is none. */
  target: number | null = null;
  /** Number of requests that were troubled. */
  troubled = 0;
  readonly #served: Served;
  /** The app's own files come from a proxy's or service worker's cache, also without the server. */
  readonly #kept = new Map<string, Reply>();
  #spell: Spell | null = null;
  #release: () => void = () => undefined;
  #released: Promise<void> = Promise.resolve();

  private constructor(served: Served) {
    this.#served = served;
  }

  static async open(): Promise<Line> {
    const server = createServer((asked, answer) => void line.#take(asked, answer));
    const line = new Line(await serve(server));
    return line;
  }

  get url(): string {
    return this.#served.url;
  }

  /** Troubles this many requests, or all until `mend`. */
  spoil(trouble: Trouble, traffic: Traffic, times = Number.POSITIVE_INFINITY): void {
    this.mend();
    this.#spell = { trouble, traffic, left: times };
    if (trouble !== 'stall') return;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  mend(): void {
    this.#spell = null;
    this.#release();
  }

  async close(): Promise<void> {
    this.mend();
    await this.#served.stop();
  }

  async #take(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = asked;
    const body: Buffer[] = [];
    try {
      for await (const chunk of asked) body.push(chunk as Buffer);
    } catch {
      // The page was closed before all of it arrived.
      return;
    }
    const letter = { method, path, headers, body: Buffer.concat(body) };
    const trouble = this.#meet(letter);
    if (trouble === 'stall') await this.#released;
    if (trouble === 'cut') {
      answer.destroy();
      return;
    }
    const reply =
      trouble !== null && trouble in PAGES ? page(PAGES[trouble as keyof typeof PAGES]) : this.#pass(letter);
    const { status, headers: said, body: text } = await reply;
    if (trouble === 'lost') answer.destroy();
    else answer.writeHead(status, said).end(text);
  }

  #meet(letter: Letter): Trouble | null {
    const spell = this.#spell;
    if (!spell || spell.left === 0 || !isOf(spell.traffic, letter)) return null;
    spell.left -= 1;
    this.troubled += 1;
    return spell.trouble;
  }

  async #pass(letter: Letter): Promise<Reply> {
    const isApp = letter.method === 'GET' && !OF_SERVER.test(letter.path);
    // All screens are the same page.
    const place = letter.path.startsWith('/main/') ? '/' : letter.path;
    const kept = isApp ? this.#kept.get(place) : undefined;
    if (kept) return kept;
    const reply = await this.#ask(letter).catch(() => page(PAGES.badGateway));
    if (isApp && reply.status === 200) this.#kept.set(place, reply);
    return reply;
  }

  #ask({ method, path, headers, body }: Letter): Promise<Reply> {
    const { target } = this;
    if (target === null) return Promise.resolve(page(PAGES.badGateway));
    return new Promise((resolve, reject) => {
      const ask = request({ host: '127.0.0.1', port: target, method, path, headers, agent: false }, (said) => {
        const parts: Buffer[] = [];
        said.on('data', (part: Buffer) => parts.push(part));
        said.on('error', reject);
        said.on('end', () => {
          const { 'transfer-encoding': _whole, connection: _own, ...rest } = said.headers;
          resolve({ status: said.statusCode ?? 502, headers: rest, body: Buffer.concat(parts) });
        });
      });
      ask.on('error', reject);
      ask.end(body);
    });
  }
}

const page = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`),
});
