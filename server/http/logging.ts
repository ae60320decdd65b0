import { LogController } from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { nanoid } from 'nanoid';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { LogLevel } from '../config';

/** Routes that machines ask every few seconds. */
const UNLOGGED = new Set(['/healthz', '/readyz', '/metrics']);

/** Structured JSON logs. Fastify's own two lines a request are off: `logRequests` writes one. */
export function loggerOptions(level: LogLevel) {
  return {
    // The reader of forms would log its options with all headers, and the cookie among them.
    logger: { level, base: undefined, redact: { paths: ['*.headers'], remove: true } },
    logController: new LogController({ disableRequestLogging: true }),
  } satisfies FastifyServerOptions;
}

/**
 * Logs one line a request that may be shown to anybody: its method, path, status and time. No query (it may carry a sign-in code), header,
 * cookie, body, name or address of a person: the member is named by an id that means nothing elsewhere.
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

/** Header in which an answer names its request, as the lines of the log do. */
export const REQUEST_ID_HEADER = 'x-request-id';

const GIVEN_ID = /^[\w.-]{1,64}$/;

/** Makes the ids of requests. One that comes from outside counts only from a proxy we trust, and only as a plain word. */
export function requestIds(
  trustProxy: readonly string[],
): (raw: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const proxies = listOf(trustProxy);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const { remoteAddress = '' } = socket;
    const isTrusted =
      typeof given === 'string' && GIVEN_ID.test(given) && proxies.check(remoteAddress, family(remoteAddress));
    return isTrusted ? given : nanoid(12);
  };
}

/** Every answer names its request, whatever its outcome. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
