import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { serve, type Served } from '../../../support/serve';
import { plainPicture } from './FakeImageEngine';

interface Call {
  readonly response: ServerResponse;
  isLeft: boolean;
}

/** An OpenAI-compatible engine for servers in processes of their own: calls wait until the test has them answered. */
export class SlowEngine {
  /** The calls that have come, in their order. */
  readonly calls: readonly Call[];
  /** For IMAGE_BASE_URL. */
  readonly url: string;
  readonly stop: () => Promise<void>;

  private constructor(calls: readonly Call[], { url, stop }: Served) {
    this.calls = calls;
    this.url = url;
    this.stop = stop;
  }

  static async start(): Promise<SlowEngine> {
    const calls: Call[] = [];
    const server = createServer((_request, response) => {
      const call = { response, isLeft: false };
      calls.push(call);
      response.once('close', () => {
        call.isLeft = !response.writableEnded;
      });
    });
    return new SlowEngine(calls, await serve(server));
  }

  /** Answers every call that waits with a picture. */
  async finish(): Promise<void> {
    const picture = await plainPicture('#2f6bff');
    const body = JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] });
    for (const { response } of this.calls) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }
}
