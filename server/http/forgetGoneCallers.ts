import type { FastifyInstance } from 'fastify';

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
