import { Agent, request } from 'node:http';
import type { BenchServer } from '../save/withServer';

/** A real engine takes about so long for a picture. */
const ACTIVE_MS = 10_000;
/** Longer than any measurement: such a stream says nothing but that it is alive. */
const IDLE_MS = 10 * 60_000;

/** People who look on while pictures are made, each by an event stream. */
export class PictureStreams {
  readonly #server: BenchServer;
  readonly #cookie: string;
  readonly #projectId: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #jobs = new Set<string>();
  readonly #open = new Set<Promise<void>>();
  #isOver = false;
  #pictures = 0;
  #failures = 0;

  private constructor(deps: { server: BenchServer; cookie: string; projectId: number }) {
    this.#server = deps.server;
    this.#cookie = deps.cookie;
    this.#projectId = deps.projectId;
  }

  /** `idle` of them wait for one picture, `active` ask for the next one as soon as theirs is there. */
  static async open(server: BenchServer, count: { idle: number; active: number }): Promise<PictureStreams> {
    const cookie = await server.signIn('painter');
    const made = await fetch(`${server.url}/projects`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'pictures', canvas: '' }),
    });
    const { projectId } = (await made.json()) as { projectId: number };
    const streams = new PictureStreams({ server, cookie, projectId });
    for (let index = 0; index < count.idle; index += 1) streams.#keep(streams.#look(IDLE_MS));
    // Not all at the same moment.
    for (let index = 0; index < count.active; index += 1) {
      streams.#keep(streams.#lookOn((ACTIVE_MS * (index + 1)) / count.active));
    }
    await streams.#all(count.idle + count.active);
    return streams;
  }

  /** Ends them all. Answers how many pictures they saw, and how many streams ended otherwise. */
  async close(): Promise<{ pictures: number; failures: number }> {
    this.#isOver = true;
    await Promise.all(
      [...this.#jobs].map((id) =>
        fetch(`${this.#server.url}/jobs/${id}`, { method: 'DELETE', headers: { cookie: this.#cookie } }),
      ),
    );
    await Promise.all(this.#open);
    this.#agent.destroy();
    return { pictures: this.#pictures, failures: this.#failures };
  }

  #keep(stream: Promise<void>): void {
    this.#open.add(stream);
    void stream.finally(() => this.#open.delete(stream));
  }

  async #all(count: number): Promise<void> {
    while (this.#jobs.size < count) {
      if (this.#failures > 0) throw new Error('a picture was refused');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #lookOn(firstMs: number): Promise<void> {
    for (let ms = firstMs; !this.#isOver; ms = ACTIVE_MS) await this.#look(ms);
  }

  /** Asks for a picture that takes so long, and reads its stream to the end. */
  #look(ms: number): Promise<void> {
    const body = JSON.stringify({
      projectId: this.#projectId,
      nodes: [{ type: 'text_prompt', content: `after ${Math.round(ms)} ms` }],
    });
    let job: string | undefined;
    return new Promise<string>((resolve, reject) => {
      const call = request(
        `${this.#server.url}/nodes/generate/image`,
        {
          method: 'POST',
          agent: this.#agent,
          headers: {
            cookie: this.#cookie,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            job ??= /"event":"job","data":\{"id":"([^"]+)"/.exec(text)?.[1];
            if (job !== undefined) this.#jobs.add(job);
          });
          answer.once('error', reject);
          answer.once('end', () => resolve(text));
        },
      );
      call.once('error', reject);
      call.end(body);
    })
      .catch(() => '')
      .then((text) => {
        if (text.includes('"generated_image"')) this.#pictures += 1;
        else if (!this.#isOver) this.#failures += 1;
      })
      .finally(() => this.#jobs.delete(job ?? ''));
  }
}

/** Limits that keep none of them waiting, and the engine that they ask. */
export const pictureSettings = (engineUrl: string): Record<string, string> => ({
  IMAGE_BASE_URL: engineUrl,
  GENERATE_PER_MINUTE: '1000000',
  GENERATE_PER_DAY: '1000000',
  GENERATE_CONCURRENT: '1000',
});
