import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ID_MAX, generateImage, generateText, jobList } from '../../src/api/contract';
import * as words from '../../src/api/contractWords';
import { memberOf } from '../access/recogniseMember';
import { analyse } from './analyse';
import type { GenerationDeps } from './GenerationDeps';
import type { JobIntake } from './jobs/JobIntake';
import type { Asking } from './meter/meterText';
import { LIST_MAX } from './jobs/JobStore';
import { JobStreams } from './jobs/JobStreams';
import { ABORT_JOB, ANALYZE, DESCRIBE, IMPROVE, LIST_JOBS, MAKE_PICTURE, READ_JOB, WRITE_TEXT } from './operations';
import { describePicture, improveText } from './writeWords';
import { MEBIBYTE } from '../bytes';

/** Pictures travel as addresses of stored files; small ones may be data URLs. */
const GENERATE_BODY_MAX_BYTES = 4 * MEBIBYTE;

const idempotencyKey = z.object({ 'idempotency-key': z.string().min(1).max(200).optional() });
const jobPath = z.object({ id: z.string() });

/**
 * Routes that make pictures, read prompts and write. On start it looks for the jobs of servers that are gone; on close it ends those of
 * this one, and every stream.
 */
export const generationRoutes: FastifyPluginAsync<GenerationDeps & { intake: JobIntake }> = async (plugin, deps) => {
  const app = plugin.withTypeProvider<ZodTypeProvider>();
  const { intake } = deps;
  const streams = new JobStreams(intake.poller, deps.config.generation.concurrent);
  /** Calls under way of engines that answer at once. */
  const calls = new Set<AbortController>();
  let isClosing = false;
  const readerOf = (request: FastifyRequest) => ({
    memberId: memberOf(request).id,
    isWelcome: () => app.isStillSignedIn(request),
  });

  /** Each call has a signal of its own: one for all would keep an entry of each call for good. */
  const askAs = async <Answer>(request: FastifyRequest, ask: (asking: Asking) => Promise<Answer>): Promise<Answer> => {
    const call = new AbortController();
    if (isClosing) call.abort();
    calls.add(call);
    try {
      return await ask({ memberId: memberOf(request).id, signal: call.signal, log: request.log });
    } finally {
      calls.delete(call);
    }
  };

  await intake.failLost();
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const call of calls) call.abort();
    await intake.stop();
    await streams.stop();
  });
  app.addHook('onClose', () => intake.rest());
  app.addHook('onRequest', app.requireMember);

  app.route({
    method: 'POST',
    url: '/nodes/generate/image',
    config: { scope: 'generate', operation: MAKE_PICTURE },
    bodyLimit: GENERATE_BODY_MAX_BYTES,
    schema: {
      body: generateImage,
      headers: idempotencyKey,
    },
    handler: async (request, reply) => {
      const { id } = memberOf(request);
      const key = request.headers['idempotency-key'];
      return streams.tell(reply, readerOf(request), (gone) => intake.start(id, request.body, key, gone));
    },
  });

  app.route({
    method: 'POST',
    url: '/nodes/generate/text',
    config: { scope: 'generate', operation: WRITE_TEXT },
    bodyLimit: GENERATE_BODY_MAX_BYTES,
    schema: { body: generateText, headers: idempotencyKey },
    handler: async (request, reply) => {
      const { id } = memberOf(request);
      const wish = { ...request.body, makes: 'words' } as const;
      const key = request.headers['idempotency-key'];
      return streams.tell(reply, readerOf(request), (gone) => intake.start(id, wish, key, gone));
    },
  });

  app.route({
    method: 'GET',
    url: '/jobs/:id/events',
    config: { operation: READ_JOB },
    schema: { params: jobPath },
    handler: async (request, reply) => {
      const { id } = memberOf(request);
      return streams.tell(reply, readerOf(request), () => intake.find(id, request.params.id));
    },
  });

  app.route({
    method: 'DELETE',
    url: '/jobs/:id',
    config: { scope: 'generate', operation: ABORT_JOB },
    schema: { params: jobPath },
    handler: async (request, reply) => {
      await intake.abort(memberOf(request).id, request.params.id);
      return reply.code(204).send();
    },
  });

  app.route({
    method: 'GET',
    url: '/projects/:pid/jobs',
    config: { operation: LIST_JOBS },
    schema: {
      params: z.object({ pid: z.string() }),
      querystring: z.object({
        since: z.iso.datetime({ offset: true }).optional(),
        url: z.string().max(ID_MAX).optional(),
        nodeId: z.string().max(ID_MAX).optional(),
        limit: z.coerce.number().int().min(1).max(LIST_MAX).optional(),
      }),
      response: { 200: jobList },
    },
    handler: async (request) => intake.list(memberOf(request).id, request.params.pid, request.query),
  });

  app.route({
    method: 'POST',
    url: '/nodes/analyze',
    config: { scope: 'generate', operation: ANALYZE },
    schema: {
      body: words.analyzeText,
      response: { 200: words.analysis },
    },
    handler: async (request) => askAs(request, (asking) => analyse(deps, request.body.content, asking)),
  });

  app.route({
    method: 'POST',
    url: '/nodes/describe',
    config: { scope: 'generate', operation: DESCRIBE },
    schema: { body: words.describePicture, response: { 200: words.writtenText } },
    handler: async (request) => ({
      text: await askAs(request, (asking) => describePicture(deps, request.body, asking)),
    }),
  });

  app.route({
    method: 'POST',
    url: '/nodes/improve',
    config: { scope: 'generate', operation: IMPROVE },
    schema: { body: words.improveText, response: { 200: words.writtenText } },
    handler: async (request) => ({
      text: await askAs(request, (asking) => improveText(deps, request.body.content, asking)),
    }),
  });
};
