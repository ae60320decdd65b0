import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a connection may take over what it owes; whoever is slower is answered 408 and let go. */
export interface Timeouts {
  /** From the first byte of a request to the last of its headers. */
  headersMs: number;
  /** From the first byte of a request to the last of its body: 256 MiB at 1 MiB/s. */
  requestMs: number;
  /** Silence in the midst of anything; an event stream speaks every 15 s. */
  silenceMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
}

export const TIMEOUTS: Timeouts = { headersMs: 20_000, requestMs: 300_000, silenceMs: 60_000, checkMs: 5_000 };

/**
 * Browsers open connections ahead of need. Node counts one that never asked for anything as busy, so that a closing
 * server would wait for it until it is cut off: these are let go as the closing begins.
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
 * Somebody who has hung up before their turn came gets no answer, and is no failure of ours: of a connection that was reset
 * the system tells no address any more, which whatever counts by address takes for granted.
 */
export function forgetGoneCallers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    done();
  });
}
