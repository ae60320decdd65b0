import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
// Requests have their member by it.
import '../access/recogniseMember';
import { ApiError } from '../errors';
import { MINUTE_MS } from '../time';

/** Kinds of requests that have a limit a minute of their own, besides that of all requests. */
export type LimitedKind = 'signIn' | 'upload' | 'canvas';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind that requests to this route count as. */
    counted?: LimitedKind;
  }
}

export interface RequestLimits {
  /** Limit for an address. */
  readonly perSecond: number;
  readonly signInsPerMinute: number;
  /** Limit for a member, like the next one. */
  readonly uploadsPerMinute: number;
  readonly canvasesPerMinute: number;
}

/** Addresses or members that are counted at a time: about 10 MB. */
const KEPT = 100_000;

/** Limits how often an address may ask: register before anything looks a caller up, so that strangers cost as little as can be. */
export async function limitAddresses(app: FastifyInstance, limits: RequestLimits): Promise<void> {
  await app.register(rateLimit, { global: false, max: limits.perSecond, timeWindow: 1000, cache: KEPT });
  app.addHook('onRequest', app.rateLimit());
  count(app, 'signIn', limits.signInsPerMinute, {
    says: 'Too many sign-ins from this address. Wait a moment and try again.',
  });
}

const idOf = ({ member }: FastifyRequest): string | null => member && member.id;

/** Limits how often a member may request what costs: register it once the member is known. */
export function limitMembers(app: FastifyInstance, limits: RequestLimits): void {
  count(app, 'upload', limits.uploadsPerMinute, {
    says: 'You have uploaded too many pictures within a minute. Wait a moment and try again.',
    keyOf: idOf,
  });
  count(app, 'canvas', limits.canvasesPerMinute, {
    says: 'You have sent or run too many whole canvases within a minute. Wait a moment and try again.',
    keyOf: idOf,
  });
}

interface Count {
  readonly says: string;
  /** Null when the route will answer 401. Without it, requests are counted by address. */
  readonly keyOf?: (request: FastifyRequest) => string | null;
}

/** Throws ApiError 429. */
function count(app: FastifyInstance, what: LimitedKind, max: number, { says, keyOf }: Count): void {
  const add = app.createRateLimit({
    max,
    timeWindow: MINUTE_MS,
    ...(keyOf && { keyGenerator: (request: FastifyRequest) => keyOf(request) ?? '' }),
  });
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.counted !== what || keyOf?.(request) === null) return;
    const counted = await add(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new ApiError(429, 'tooManyRequests', says, { 'Retry-After': String(Math.max(1, counted.ttlInSeconds)) });
  });
}
