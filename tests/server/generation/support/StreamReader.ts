import { request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import type { ImageEvent } from '../../../../src/api/contractStream';

/** A client that reads a stream over its own connection, one event at a time. */
export class StreamReader {
  readonly status: number;
  readonly #response: IncomingMessage;
  readonly #chunks: AsyncIterator<Buffer>;
  #text = '';

  private constructor(response: IncomingMessage) {
    this.status = response.statusCode ?? 0;
    this.#response = response;
    this.#chunks = response[Symbol.asyncIterator]();
  }

  /** Resolves when the answer's head has come. */
  static open(url: string, { body, ...options }: RequestOptions & { body?: string }): Promise<StreamReader> {
    return new Promise((resolve, reject) => {
      const asked = request(url, { agent: false, ...options }, (response) => resolve(new StreamReader(response)));
      asked.once('error', reject);
      asked.end(body);
    });
  }

  /** The next event; null at the stream's end. */
  async next(): Promise<ImageEvent | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        if (block.startsWith('data:')) return JSON.parse(block.slice('data:'.length)) as ImageEvent;
        continue;
      }
      const chunk = await this.#chunks.next();
      if (chunk.done === true) return null;
      this.#text += chunk.value.toString('utf8');
    }
  }

  /** Disconnects as a closed tab does. */
  leave(): void {
    this.#response.destroy();
  }
}
