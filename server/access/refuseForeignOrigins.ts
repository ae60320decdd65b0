import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors';
import type { Origins } from './Origins';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that another site's page asks a member's browser for. Browsers name the page's origin, or at least
 * say how it stands to ours; a caller that does neither is a script and carries no cookie it did not mean to send. Nor does
 * one that sent a token, which no browser adds by itself.
 */
export function refuseForeignOrigins(app: FastifyInstance, origins: Origins): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isForeign = origin === undefined ? site !== undefined && site !== 'same-origin' : !origins.isAllowed(origin);
    const isScript = request.token !== null && request.token !== 'unknown';
    if (isForeign && !isScript && !READING.has(request.method)) {
      done(new ApiError(403, 'foreignOrigin', 'This change was asked for by a page of another site and was refused.'));
    } else done();
  });
}
