import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { memberUsage } from '../../src/api/contract';
import { memberOf } from '../access/recogniseMember';
import type { Database } from '../db';
import type { Operation } from '../http/openapi/Operation';
import { findUsage, type Quota } from './usage';

const GET_USAGE: Operation = {
  id: 'getUsage',
  tag: 'account',
  summary: 'How much the member takes, and may take',
  description:
    'Bytes of canvases, versions, pictures and deleted projects. What was saved a moment ago may be missing.',
  access: 'member',
  answers: { 200: { when: 'As it is now.' } },
};

/** The route of a member's usage and limits. */
export function usageRoute(app: FastifyInstance, { db, quota }: { db: Kysely<Database>; quota: Quota }): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/member/usage',
      { onRequest: app.requireMember, config: { operation: GET_USAGE }, schema: { response: { 200: memberUsage } } },
      async (request) => {
        const { bytes, projects } = await findUsage(db, memberOf(request).id);
        return { bytes, bytesMax: quota.bytesMax, projects, projectsMax: quota.projectsMax };
      },
    );
}
