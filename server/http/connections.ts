import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a connection may take, in milliseconds. A slower one is answered 408 and closed. */
export interface Timeouts {
  /** Time from the first byte of a request to the last of its headers. */
  headersMs: number;
  /** Time from the first byte of a request to the last of its body: 256 MiB at 1 MiB/s. */
  requestMs: number;
  /** Silence in the midst of anything; an event stream speaks every 15 s. */
  silenceMs: number;
  /** Time between two checks of the first two. */
  checkMs: number;
}

export const TIMEOUTS: Timeouts = { headersMs: 20_000, requestMs: 300_000, silenceMs: 60_000, checkMs: 5_000 };

/**
 * Closes unused connections when the server closes. Browsers open connections ahead of need, and Node would wait for them as busy.
 */
export function dropUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    done();
  });
}

/**
 * Drops requests whose caller has hung up: a connection that was reset has no address any more, which the limits by address need.
 */
export function forgetGoneCallers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    done();
  });
}
