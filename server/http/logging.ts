import { LogController } from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { LogLevel } from '../config';

/** Routes that machines ask every few seconds. */
const UNLOGGED = new Set(['/healthz', '/readyz', '/metrics']);

/** Structured JSON logs. Fastify's own two lines a request are off: `logRequests` writes one. */
export function loggerOptions(level: LogLevel): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    // The reader of forms would log its options with all headers, and the cookie among them.
    logger: { level, base: undefined, redact: { paths: ['*.headers'], remove: true } },
    logController: new LogController({ disableRequestLogging: true }),
  };
}

/**
 * One line a request that may be shown to anybody: its method, path, status and time. No query (it may carry a sign-in
 * code), header, cookie, body, name or address of a person: whose it was is told by an id that means nothing elsewhere.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0];
    const { method } = request;
    if (!UNLOGGED.has(request.routeOptions.url ?? '')) {
      const ms = Math.round(reply.elapsedTime);
      request.log.info({ method, path, status: reply.statusCode, ms, member: request.member?.id }, 'request');
    }
    done();
  });
}
