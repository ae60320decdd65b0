import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metric } from 'prom-client';

/** All other methods are counted together, so that made-up methods add one series at most. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SAVES: Readonly<Record<string, string>> = {
  'PATCH /projects/:pid/canvas': 'patch',
  'POST /projects/:pid': 'whole',
  'POST /projects': 'created',
  'POST /projects/:pid/versions/:id/restore': 'restored',
};

/**
 * Measures requests as they end: how long they took, what became of saves, and which streams are open. Labels are templates
 * of routes and words of ours, never anything a caller has written.
 */
export function measureRequests(app: FastifyInstance): Metric[] {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [],
  });
  const saves = new Counter({
    name: 'canvas_saves_total',
    help: 'Saves of canvases, by what was sent and what became of it',
    labelNames: ['kind', 'outcome'],
    registers: [],
  });
  const patchBytes = new Histogram({
    name: 'canvas_patch_bytes',
    help: 'Size of the patches that were sent, where the sender said it',
    buckets: [100, 1_000, 10_000, 100_000, 1_000_000, 16_000_000],
    registers: [],
  });
  const streams = new Gauge({ name: 'event_streams_open', help: 'Event streams that are being read', registers: [] });

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      streams.inc();
      // Unlike a response's end this comes also when its reader has left.
      reply.raw.once('close', () => streams.dec());
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    const method = METHODS.has(request.method) ? request.method : 'other';
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const kind = SAVES[`${method} ${route}`];
    if (kind !== undefined) saves.inc({ kind, outcome: outcomeOf(reply.statusCode) });
    const bytes = Number(request.headers['content-length']);
    if (kind === 'patch' && bytes >= 0) patchBytes.observe(bytes);
    done();
  });
  return [durations, saves, patchBytes, streams];
}

function outcomeOf(status: number): string {
  if (status < 400) return 'saved';
  if (status === 409 || status === 412) return 'behind';
  return status < 500 ? 'refused' : 'failed';
}
