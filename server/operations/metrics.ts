import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry, collectDefaultMetrics, Gauge } from 'prom-client';
import type { Metric } from 'prom-client';
import { ApiError } from '../errors';
import type { Operation } from '../http/openapi/Operation';
import { measureRequests } from './measureRequests';

interface MetricsDeps {
  token: string | null;
  /** Whether this machine needs no token. Behind a proxy the server cannot know who is on it. */
  isOpenHere: boolean;
  metrics: Metric[];
}

/**
 * Measures requests and serves /metrics, with these figures and the process's own, to this machine and to the bearer of the token.
 */
export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of [...measureRequests(app), ...deps.metrics]) registry.registerMetric(metric);
  const operation: Operation = {
    id: 'getMetrics',
    tag: 'server',
    summary: 'Figures for Prometheus',
    description:
      'To this machine while no PUBLIC_URL is set, and to the bearer of METRICS_TOKEN, which is no API token.',
    access: 'everyone',
    answers: { 200: { when: 'Prometheus text.', content: { 'text/plain': { text: 'One figure a line.' } } } },
    failures: { 403: '`metricsClosed`: they are not for everybody.' },
  };
  app.get('/metrics', { config: { operation } }, async (request, reply) => {
    if (!(deps.isOpenHere && isFromThisMachine(request)) && !hasToken(request, deps.token)) {
      throw new ApiError(403, 'metricsClosed', 'Metrics are for this machine, or for the bearer of METRICS_TOKEN.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.addHook('onClose', () => registry.clear());
}

/** Hashes a text to a fixed length, as a comparison in constant time needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * A proxy on this machine forwards for others: its requests are not from here. Nor are those of another site's page whose name was made to
 * point to this machine.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '');
  return isHere && !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
}

function hasToken(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** A gauge that is read when /metrics is. */
export function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
}
