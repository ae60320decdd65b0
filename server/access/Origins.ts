import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config';
import { ApiError } from '../errors';

/** The web origins that may act on a member's behalf. */
export interface Origins {
  /** Tells where the server really listens, once it does. */
  listening(port: number): void;
  isAllowed(origin: string): boolean;
  /** The origin by which a request with this Host header reached us. */
  reachedBy(host: string): string;
  /** Whether people reach the server by https. */
  readonly https: boolean;
}

export function createOrigins(config: Pick<Config, 'port' | 'publicOrigin' | 'webOrigins'>): Origins {
  const ownAt = (port: number): OwnOrigins =>
    config.publicOrigin === null ? loopbackOrigins(port) : [config.publicOrigin];
  let own = ownAt(config.port);
  return {
    listening: (port) => {
      own = ownAt(port);
    },
    isAllowed: (origin) => own.includes(origin) || config.webOrigins.includes(origin),
    reachedBy: (host) => own.find((origin) => origin === `http://${host}`) ?? own[0],
    https: config.publicOrigin?.startsWith('https:') ?? false,
  };
}

type OwnOrigins = readonly [string, ...string[]];

/** The server's own origins without PUBLIC_URL: it listens on this machine only, under the three names people type for it. */
function loopbackOrigins(port: number): OwnOrigins {
  const at = (host: string): string => new URL(`http://${host}:${port}`).origin;
  return [at('127.0.0.1'), at('localhost'), at('[::1]')];
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that another site's page requests through a member's browser. Browsers name the page's origin, or at least its relation
 * to ours; a client that does neither is a script and carries no cookie by accident. Nor does a request with a token, which no browser adds
 * by itself.
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

/** The address to open after sign-in, and the visitor's language. Any values pass the schema: both are checked by hand. */
export const signInQuery = z.object({ redirect: z.unknown().optional(), lng: z.unknown().optional() });

/**
 * Returns the address to open after sign-in: on the public or an allowed web origin, in the form that browsers understand, so that it leads
 * nowhere else. Throws 400 otherwise.
 */
export function checkRedirect(redirect: unknown, origins: Origins): string {
  const url = typeof redirect === 'string' && URL.canParse(redirect) ? new URL(redirect) : null;
  // The origin of a blob: address is that of the page which made it, and it leads to what that page has written.
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb || url.username !== '' || url.password !== '' || !origins.isAllowed(url.origin)) {
    throw new ApiError(
      400,
      'foreignRedirect',
      'The redirect must be an address of this app. Start again from the app.',
    );
  }
  return url.href;
}
