import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { run, runList, runPlan, runWish, startedRun } from '../../src/api/contractRuns';
import { memberOf } from '../access/recogniseMember';
import type { BytesInFlight } from '../http/admitBodies';
import type { KeyedMutex } from '../Mutex';
import { parseProjectId } from '../projects/project';
import { projectParams } from '../projects/routes';
import { ABORT_RUN, LIST_RUNS, PLAN_RUN, READ_RUN, RETRY_RUN, START_RUN } from './operations';
import type { RunLists } from './RunLists';
import type { RunPlanner } from './RunPlanner';
import type { Runs } from './Runs';

const runParams = z.object({ id: z.string() });
const idempotencyKey = z.object({ 'idempotency-key': z.string().min(1).max(200).optional() });

interface RunRouteDeps {
  planner: RunPlanner;
  runs: Runs;
  lists: RunLists;
  reads: KeyedMutex;
  inFlight: BytesInFlight;
}

/** Planning, starting, seeing, stopping and repeating runs over many nodes. */
export function runRoutes(app: FastifyInstance, { planner, runs, lists, reads, inFlight }: RunRouteDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = app.requireMember;

  routes.post(
    '/projects/:pid/runs/plan',
    {
      onRequest,
      config: { scope: 'generate', operation: PLAN_RUN },
      schema: { params: projectParams, body: runWish, response: { 200: runPlan } },
    },
    async (request) => {
      const { id } = memberOf(request);
      const steps = await planner.plan(id, parseProjectId(request.params.pid), request.body);
      return planner.tell(id, steps, request.body);
    },
  );

  routes.post(
    '/projects/:pid/runs',
    {
      onRequest,
      config: { scope: 'generate', operation: START_RUN, counted: 'canvas' },
      schema: { params: projectParams, body: runWish, headers: idempotencyKey, response: { 202: startedRun } },
    },
    async (request, reply) => {
      const projectId = parseProjectId(request.params.pid);
      const key = request.headers['idempotency-key'];
      return reply.code(202).send({ runId: await runs.start(memberOf(request).id, projectId, request.body, key) });
    },
  );

  app.get<{ Params: z.infer<typeof projectParams> }>(
    '/projects/:pid/runs',
    { onRequest, config: { operation: LIST_RUNS }, schema: { params: projectParams, response: { 200: runList } } },
    async (request, reply) => {
      const { id } = memberOf(request);
      const reserve = (bytes: number): void => inFlight.takeUntilSent(reply, id, bytes);
      const parts = await lists.read(id, parseProjectId(request.params.pid), reserve);
      const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
      reply.type('application/json; charset=utf-8').header('content-length', length);
      return reply.send(Readable.from(parts));
    },
  );

  routes.get(
    '/runs/:id',
    { onRequest, config: { operation: READ_RUN }, schema: { params: runParams, response: { 200: run } } },
    async (request) => {
      const { id } = memberOf(request);
      return reads.run(id, () => runs.find(id, request.params.id));
    },
  );

  routes.post(
    '/runs/:id/retry',
    {
      onRequest,
      config: { scope: 'generate', operation: RETRY_RUN, counted: 'canvas' },
      schema: { params: runParams, response: { 202: startedRun } },
    },
    async (request, reply) =>
      reply.code(202).send({ runId: await runs.retry(memberOf(request).id, request.params.id) }),
  );

  routes.delete(
    '/runs/:id',
    { onRequest, config: { scope: 'generate', operation: ABORT_RUN }, schema: { params: runParams } },
    async (request, reply) => {
      await runs.abort(memberOf(request).id, request.params.id);
      return reply.code(204).send();
    },
  );
}
