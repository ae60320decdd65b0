import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import sharp from 'sharp';
import { serve, type Served } from '../../support/serve';

/** An OpenAI-compatible engine that answers each prompt with a picture of its own and counts what it would bill. */
export class CountingEngine {
  /** Number of calls by the words of their prompt, answered or not. */
  readonly calls = new Map<string, number>();
  /** For IMAGE_BASE_URL. */
  readonly url: string;
  readonly stop: () => Promise<void>;

  private constructor(calls: Map<string, number>, { url, stop }: Served) {
    this.calls = calls;
    this.url = url;
    this.stop = stop;
  }

  /** `pauseMs` returns how long a picture takes. */
  static async start(pauseMs: () => number): Promise<CountingEngine> {
    const calls = new Map<string, number>();
    let made = 0;
    const server = createServer((request, response) => {
      void (async () => {
        const words = (await bodyOf(request))['prompt'] ?? '';
        calls.set(words, (calls.get(words) ?? 0) + 1);
        made += 1;
        const b64_json = (await pictureOf(made)).toString('base64');
        await new Promise((resolve) => setTimeout(resolve, pauseMs()));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ created: 1, data: [{ b64_json }] }));
      })();
    });
    return new CountingEngine(calls, await serve(server));
  }

  get total(): number {
    return [...this.calls.values()].reduce((sum, count) => sum + count, 0);
  }
}

async function bodyOf(request: IncomingMessage): Promise<{ prompt?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as { prompt?: string };
}

/** Every picture is different. */
function pictureOf(number: number): Promise<Buffer> {
  const background = { r: number % 256, g: (number >> 8) % 256, b: (number >> 16) % 256 };
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
