import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Counter } from 'prom-client';
import { ApiError } from '../errors';

/** Counts requests by route and answers /metrics to this machine, and to whoever has the token. */
export function metricsRoutes(app: FastifyInstance, deps: { token: string | null; counters: Counter[] }): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const counter of deps.counters) registry.registerMetric(counter);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromThisMachine(request) && !hasToken(request, deps.token)) {
      throw new ApiError(403, 'metricsClosed', 'Metrics are for this machine, or for the bearer of METRICS_TOKEN.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.addHook('onClose', () => registry.clear());
}

/** Of one length whatever the text, as a comparison in constant time needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A proxy on this machine speaks for others: what it forwards is not from here. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
}

function hasToken(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}
