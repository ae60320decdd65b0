import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface LocalServer {
  readonly base: string;
  readonly heard: readonly Heard[];
  /** Sets the answer to all requests from now on. */
  answer: (response: ServerResponse, request: Heard) => void;
  close(): Promise<void>;
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** A JSON sequence as RFC 7464 has it. */
export const sequenceOf = (...texts: readonly string[]): string => texts.map((text) => `\u001E${text}\n`).join('');

/** A real HTTP server on a free port that records every request. */
export async function startServer(): Promise<LocalServer> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      heard.push(one);
      local.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const local: LocalServer = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (response) => json(response, 404, { message: 'not here', error: 'not here', code: 'notFound' }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return local;
}
