import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { analysis, analyzeText, errorBody, generateImage, jobList } from '../../src/api/contract';
import { memberOf } from '../auth/recogniseMember';
import { analyse } from './analyse';
import type { GenerationDeps } from './GenerationDeps';
import { JobDesk } from './jobs/JobDesk';
import { LIST_MAX } from './jobs/JobStore';
import { JobStreams } from './jobs/JobStreams';
import { StreamPlaces } from './jobs/StreamPlaces';

/** Pictures may travel inside the request as data URLs, a third larger than they are. */
const GENERATE_BODY_MAX_BYTES = 64 * 1024 * 1024;

const idempotencyKey = z.object({ 'idempotency-key': z.string().min(1).max(200).optional() });
const jobPath = z.object({ id: z.string() });
const tags = ['generation'];

/**
 * Making pictures and reading prompts, as api.md describes it. On start it ends the jobs of servers that are gone; on
 * close it ends those of this one, and every stream.
 */
export const generationRoutes: FastifyPluginAsync<GenerationDeps> = async (plugin, deps) => {
  const app = plugin.withTypeProvider<ZodTypeProvider>();
  const desk = new JobDesk(deps, app.log);
  const streams = new JobStreams(desk.watch, new StreamPlaces(deps.config.generation.concurrent));
  const closing = new AbortController();

  await desk.failLost();
  app.addHook('preClose', async () => {
    closing.abort();
    await desk.stop();
    await streams.stop();
  });
  app.addHook('onClose', () => desk.rest());
  app.addHook('onRequest', app.requireMember);

  app.route({
    method: 'POST',
    url: '/nodes/generate/image',
    config: { scope: 'generate' },
    bodyLimit: GENERATE_BODY_MAX_BYTES,
    schema: {
      tags,
      summary: 'Make a picture; answers an event stream',
      body: generateImage,
      headers: idempotencyKey,
      response: { '4xx': errorBody, 503: errorBody },
    },
    handler: async (request, reply) => {
      const { id } = memberOf(request);
      return streams.tell(reply, id, () => desk.start(id, request.body, request.headers['idempotency-key']));
    },
  });

  app.route({
    method: 'GET',
    url: '/jobs/:id/events',
    schema: { tags, summary: "A job's event stream from its start", params: jobPath, response: { '4xx': errorBody } },
    handler: async (request, reply) => {
      const { id } = memberOf(request);
      return streams.tell(reply, id, () => desk.find(id, request.params.id));
    },
  });

  app.route({
    method: 'DELETE',
    url: '/jobs/:id',
    config: { scope: 'generate' },
    schema: { tags, summary: 'Stop a job', params: jobPath, response: { 204: z.null(), 404: errorBody } },
    handler: async (request, reply) => {
      await desk.abort(memberOf(request).id, request.params.id);
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'GET',
    url: '/projects/:pid/jobs',
    schema: {
      tags,
      summary: 'The jobs of a project, oldest first',
      params: z.object({ pid: z.string() }),
      querystring: z.object({
        since: z.iso.datetime({ offset: true }).optional(),
        url: z.string().optional(),
        nodeId: z.string().optional(),
        limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
      }),
      response: { 200: jobList, '4xx': errorBody },
    },
    handler: async (request) => desk.list(memberOf(request).id, request.params.pid, request.query),
  });

  app.route({
    method: 'POST',
    url: '/nodes/analyze',
    config: { scope: 'generate' },
    schema: {
      tags,
      summary: "Group a text's words",
      body: analyzeText,
      response: { 200: analysis, '4xx': errorBody, 502: errorBody, 503: errorBody, 504: errorBody },
    },
    handler: async (request) => analyse(deps.analyser, request.body.content, closing.signal, request.log),
  });
};
