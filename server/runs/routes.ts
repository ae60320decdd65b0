import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { runPlan, runWish } from '../../src/api/contractRuns';
import { memberOf } from '../access/recogniseMember';
import { parseProjectId } from '../projects/projectNotFound';
import { projectParams } from '../projects/routes';
import { PLAN_RUN } from './operations';
import type { RunPlanner } from './RunPlanner';

interface RunRouteDeps {
  planner: RunPlanner;
}

/** Planning runs over many nodes. */
export function runRoutes(app: FastifyInstance, { planner }: RunRouteDeps): void {
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
      return planner.tell(id, await planner.plan(id, parseProjectId(request.params.pid), request.body));
    },
  );
}
