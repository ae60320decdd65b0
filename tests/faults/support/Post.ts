import axios, {
  AxiosError,
  AxiosHeaders,
  type AxiosResponse,
  CanceledError,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Fate of a request between a tab and the server. */
export type Weather =
  | 'good'
  /** The request does not arrive. */
  | 'cut'
  /** The request arrives, its answer does not. */
  | 'lostReplies'
  /** The request arrives twice. */
  | 'twice'
  /** The request travels until the weather changes. */
  | 'slow';

interface Letter {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The line from one tab to the server. */
export class Line {
  #weather: Weather = 'good';
  #isDead = false;
  readonly #post: Post;
  readonly #held: (() => void)[] = [];

  constructor(post: Post) {
    this.#post = post;
  }

  set weather(weather: Weather) {
    this.#weather = weather;
    for (const release of this.#held.splice(0)) release();
  }

  /** Cuts the tab off: requests already sent may still arrive, but no answer comes back. */
  kill(): void {
    this.#isDead = true;
    this.weather = 'good';
  }

  async send(letter: Letter): Promise<Reply> {
    const reply = await this.#travel(letter).catch((error: unknown) => error);
    if (this.#isDead) return new Promise<never>(() => undefined);
    if (reply instanceof Error) throw reply;
    return reply as Reply;
  }

  async #travel(letter: Letter): Promise<Reply> {
    while (this.#weather === 'slow') {
      await new Promise<void>((resolve) => {
        this.#held.push(resolve);
      });
    }
    const weather = this.#weather;
    if (weather === 'cut') throw new TypeError('the line is cut');
    const reply = await this.#post.deliver(letter);
    if (weather === 'lostReplies') throw new TypeError('the answer is lost');
    return weather === 'twice' ? this.#post.deliver(letter) : reply;
  }
}

/** The network between the tabs, which call by axios and by fetch as in a browser, and the server app in this process. */
export class Post {
  /** Null while there is no server. */
  server: FastifyInstance | null = null;
  /** Cookie of the member who is signed in in this browser; empty when the session has ended. */
  cookie = '';
  readonly #lines = new Map<string, Line>();
  readonly #patches: Letter[] = [];
  readonly #running = new Set<Promise<unknown>>();

  /** Redirects every call of this process. */
  constructor() {
    axios.defaults.adapter = (config) => this.#answerAxios(config);
    globalThis.fetch = (input, init) => this.#answerFetch(new Request(input).url, init);
  }

  /** Opens a tab's line, with an address of its own. */
  open(address: string): Line {
    const line = new Line(this);
    this.#lines.set(new URL(address).host, line);
    return line;
  }

  /** Delivers an old save once more, as a network may. */
  async echo(which: number): Promise<void> {
    const letter = this.#patches.at(-1 - (which % Math.max(1, this.#patches.length)));
    if (letter && this.server) await this.deliver(letter);
  }

  async deliver(letter: Letter): Promise<Reply> {
    if (letter.method === 'PATCH') this.#patches.push(letter);
    const delivering = this.#inject(letter);
    this.#running.add(delivering);
    try {
      return await delivering;
    } finally {
      this.#running.delete(delivering);
    }
  }

  /** Resolves when the server is idle. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #inject({ method, path, headers, body }: Letter): Promise<Reply> {
    if (!this.server) throw new TypeError('no server listens');
    const cookie = this.cookie === '' ? {} : { cookie: this.cookie };
    const answer = await this.server.inject({
      method: method as InjectOptions['method'],
      url: path,
      headers: { ...headers, ...cookie },
      ...(body !== undefined && { payload: body }),
    });
    const said = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(said) as Record<string, string>,
      bytes: new Uint8Array(answer.rawPayload),
    };
  }

  #lineOf(url: URL): Line {
    const line = this.#lines.get(url.host);
    if (!line) throw new Error(`nobody is at ${url.host}`);
    return line;
  }

  async #answerAxios(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
    const url = new URL(axios.getUri(config));
    const method = (config.method ?? 'get').toUpperCase();
    const headers = Object.fromEntries(
      Object.entries(AxiosHeaders.from(config.headers).toJSON()).map(([name, value]) => [name, String(value)]),
    );
    const body = config.data === undefined ? undefined : String(config.data);
    const reply = await this.#lineOf(url)
      .send({ method, path: url.pathname + url.search, headers, body })
      .catch(() => {
        if (config.signal?.aborted) throw new CanceledError();
        throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config);
      });
    const response: AxiosResponse = {
      data: config.responseType === 'arraybuffer' ? reply.bytes.buffer : new TextDecoder().decode(reply.bytes),
      status: reply.status,
      statusText: '',
      headers: reply.headers,
      config,
    };
    if (reply.status < 300) return response;
    throw new AxiosError(`status ${reply.status}`, AxiosError.ERR_BAD_REQUEST, config, null, response);
  }

  async #answerFetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    // The events stream has no end, for which a call of this network waits: the tabs do without it.
    if (url.pathname.endsWith('/events')) throw new TypeError('no stream is carried');
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const body = typeof init.body === 'string' ? init.body : undefined;
    const method = init.method ?? 'GET';
    const {
      status,
      headers: said,
      bytes,
    } = await this.#lineOf(url).send({ method, path: url.pathname, headers, body });
    return new Response(bytes, { status, headers: said });
  }
}
