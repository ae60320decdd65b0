import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plainPicture } from './Easel';

/** An OpenAI-compatible engine for servers in processes of their own: calls wait on it until the test has them answered. */
export class SlowEngine {
  /** The calls that have come, in their order. */
  readonly calls: { readonly response: ServerResponse; isLeft: boolean }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((_request, response) => {
      const call = { response, isLeft: false };
      this.calls.push(call);
      response.once('close', () => {
        call.isLeft = !response.writableEnded;
      });
    });
  }

  static async start(): Promise<SlowEngine> {
    const engine = new SlowEngine();
    await new Promise<void>((resolve) => engine.#server.listen(0, '127.0.0.1', resolve));
    return engine;
  }

  /** As IMAGE_BASE_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers every call that waits with a picture. */
  async finish(): Promise<void> {
    const picture = await plainPicture('#2f6bff');
    const body = JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] });
    for (const { response } of this.calls) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
