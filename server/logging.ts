import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { LogLevel } from './config';

/**
 * Structured JSON logs that may be shown to anybody: a request is its method and its path. No query (it may carry a
 * sign-in code), header, cookie, body, name or address of a person.
 */
export function loggerOptions(level: LogLevel): FastifyServerOptions['logger'] {
  return {
    level,
    base: undefined,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
    },
  };
}
