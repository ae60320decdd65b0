import type { ImageEvent } from '../../src/api/contractStream';
import { readImageEvents } from '../../src/api/eventStreams';
import type { BenchServer } from '../save/withServer';

/** A real engine takes about so long for a picture. */
const ACTIVE_MS = 10_000;
/** Such a stream says nothing but that it is alive. After five minutes the server gives an engine up. */
const IDLE_MS = 4 * 60_000;

/** People who look on while pictures are made, each by an event stream, and ask for the next one when theirs is there. */
export class PictureStreams {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  #projectId = 0;
  readonly #jobs = new Set<string>();
  readonly #watching: Promise<void>[] = [];
  #isOver = false;
  #pictures = 0;

  private constructor(url: string, cookie: string) {
    this.#url = url;
    this.#headers = { cookie, 'content-type': 'application/json' };
  }

  /** `idle` of them wait for minutes, `active` for seconds. Resolves when each has a stream; throws what was answered instead. */
  static async open(server: BenchServer, { idle, active }: { idle: number; active: number }): Promise<PictureStreams> {
    const streams = new PictureStreams(server.url, await server.signIn('painter'));
    const made = await streams.#post('/projects', { name: 'pictures', canvas: '' });
    ({ projectId: streams.#projectId } = (await made.json()) as { projectId: number });
    await Promise.all([
      ...Array.from({ length: idle }, () => streams.#begin(IDLE_MS, IDLE_MS)),
      // The streams do not all begin at the same moment.
      ...Array.from({ length: active }, (_, index) => streams.#begin((ACTIVE_MS * (index + 1)) / active, ACTIVE_MS)),
    ]);
    return streams;
  }

  /** Runs a measurement during the streams. Throws the error of a picture as soon as it is refused or fails. */
  async beside<T>(measured: Promise<T>): Promise<T> {
    await Promise.race([measured, Promise.all(this.#watching)]);
    return measured;
  }

  /** Ends all streams. Returns the number of pictures they received; throws when one of them ended otherwise. */
  async close(): Promise<number> {
    this.#isOver = true;
    await Promise.all([...this.#jobs].map((id) => this.#stop(id)));
    await Promise.all(this.#watching);
    return this.#pictures;
  }

  async #begin(firstMs: number, everyMs: number): Promise<void> {
    const watching = this.#watch(await this.#ask(firstMs), everyMs);
    // The caller that waits for all of them gets the failure.
    watching.catch(() => undefined);
    this.#watching.push(watching);
  }

  async #watch(first: AsyncIterable<ImageEvent>, everyMs: number): Promise<void> {
    for (let stream = first; ; stream = await this.#ask(everyMs)) {
      await this.#read(stream);
      if (this.#isOver) return;
    }
  }

  async #read(stream: AsyncIterable<ImageEvent>): Promise<void> {
    let id = '';
    let last: ImageEvent | null = null;
    for await (const event of stream) {
      last = event;
      if (event.event !== 'job') continue;
      ({ id } = event.data);
      this.#jobs.add(id);
      if (this.#isOver) await this.#stop(id);
    }
    this.#jobs.delete(id);
    if (last?.event === 'generate_image_end') this.#pictures += 1;
    else if (!this.#isOver) throw new Error(`a stream ended with ${JSON.stringify(last)}`);
  }

  /** Asks for a picture that takes so long. */
  async #ask(ms: number): Promise<AsyncIterable<ImageEvent>> {
    const nodes = [{ type: 'text_prompt', content: `after ${Math.round(ms)} ms` }];
    const { body } = await this.#post('/nodes/generate/image', { projectId: this.#projectId, nodes });
    if (body === null) throw new Error('a stream without a body');
    return readImageEvents(body);
  }

  async #stop(id: string): Promise<void> {
    await fetch(`${this.#url}/jobs/${id}`, { method: 'DELETE', headers: { cookie: this.#headers['cookie'] ?? '' } });
  }

  async #post(path: string, body: object): Promise<Response> {
    const answer = await fetch(this.#url + path, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}
