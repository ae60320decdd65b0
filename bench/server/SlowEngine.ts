import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/**
 * An engine that speaks OpenAI's images endpoint and takes its time: the prompt `after N ms` tells how long. What it draws
 * costs nothing, so that only the server's own share is measured.
 */
export class SlowEngine {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #picture = '';

  async start(): Promise<string> {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#4a8fe7' } })
      .png()
      .toBuffer();
    this.#picture = picture.toString('base64');
    // A connection closed by us in the moment in which it is used again would count as a failure of the server.
    this.#server.keepAliveTimeout = 0;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => this.#draw(body, response));
  }

  #draw(body: string, response: ServerResponse): void {
    const [, ms = '0'] = /after (\d+) ms/.exec(body) ?? [];
    const answer = (): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ b64_json: this.#picture }] }));
    };
    setTimeout(answer, Number(ms)).unref();
  }
}
