import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { serve, type Served } from '../../support/serve';
import { startServer, type RunningServer } from '../../support/startServer';

/** The server that uses the text engine of `setUpTextModel`. */
export let server: RunningServer;

/** A server for the tests of a file, with a text engine that speaks OpenAI's chat call and answers each request by `answer`. */
export function setUpTextModel(answer: (asked: Buffer, response: ServerResponse) => void): void {
  let engine: Served;
  beforeAll(async () => {
    const http = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => answer(Buffer.concat(chunks), response));
    });
    engine = await serve(http);
    server = await startServer({ env: { TEXT_BASE_URL: engine.url, TEXT_MODEL: 'river-words' } });
  });
  afterAll(async () => {
    await server.stop();
    await engine.stop();
  });
}
