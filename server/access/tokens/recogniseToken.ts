import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TokenScope } from '../../../src/api/contract';
import { ApiError } from '../../errors';
import type { ApiTokens, UsedToken } from './ApiTokens';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that a script sent instead of a cookie; 'unknown' when it belongs to nobody. A cookie in the same request is ignored. */
    token: UsedToken | 'unknown' | null;
  }
  interface FastifyContextConfig {
    /** The scope a token needs for this route; 'session' where no token is enough. When absent, reading needs 'read' and all else 'write'. */
    scope?: TokenScope | 'session';
  }
}

/** The limit of each token at each server, besides the limit of its address. */
const TOKEN_REQUESTS_PER_SECOND = 50;
const READING = new Set(['GET', 'HEAD']);

/** Fills `request.token` and, when it belongs to a member, `request.member`. Throws 429 for a token that is used too often. */
export function recogniseToken(app: FastifyInstance, tokens: ApiTokens): void {
  app.decorateRequest('token', null);
  const count = app.createRateLimit({
    max: TOKEN_REQUESTS_PER_SECOND,
    timeWindow: 1000,
    keyGenerator: ({ token }) => (token !== null && token !== 'unknown' ? `token ${token.id}` : ''),
  });
  app.addHook('onRequest', async (request) => {
    const sent = sentToken(request);
    if (sent === undefined) return;
    const found = await tokens.find(sent);
    request.token = found?.token ?? 'unknown';
    if (found === null) return;
    request.member = found.member;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) {
      const seconds = String(Math.max(1, counted.ttlInSeconds));
      const message = `This token may ask ${TOKEN_REQUESTS_PER_SECOND} times a second. Wait a moment and try again.`;
      throw new ApiError(429, 'tooManyRequests', message, { 'Retry-After': seconds });
    }
  });
}

/** The token that a request was sent with, valid or not. */
export function sentToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Throws 401 for an unknown token, 403 for one without the scope. */
export function checkScope(request: FastifyRequest): void {
  const { token, routeOptions } = request;
  if (token === null) return;
  if (token === 'unknown') {
    const message = 'This token is not known: it is over, was revoked or never was. Make another in the account menu.';
    throw new ApiError(401, 'tokenUnknown', message, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
  }
  const needed = routeOptions.config.scope ?? (READING.has(request.method) ? 'read' : 'write');
  if (needed !== 'session' && token.scopes.includes(needed)) return;
  const message =
    needed === 'session'
      ? 'This cannot be done with a token. Sign in to the app for it.'
      : `This token may not do this: it lacks the scope '${needed}'. Make one that has it in the account menu.`;
  const challenge =
    needed === 'session' ? 'Bearer error="insufficient_scope"' : `Bearer error="insufficient_scope", scope="${needed}"`;
  throw new ApiError(403, 'scope', message, { 'WWW-Authenticate': challenge });
}
