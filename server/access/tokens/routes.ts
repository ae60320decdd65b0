import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NAME_MAX, apiTokenList, createToken, createdToken } from '../../../src/api/contract';
import { cleanName, countCharacters } from '../../names';
import type { Clock } from '../../ports';
import { ApiError } from '../../errors';
import type { Operation } from '../../http/openapi/Operation';
import { memberOf } from '../recogniseMember';
import type { ApiTokens } from './ApiTokens';

const configOf = (operation: Pick<Operation, 'id' | 'summary' | 'answers' | 'failures'>) =>
  ({ scope: 'session', operation: { tag: 'account', access: 'member', ...operation } }) as const;

/** Making, listing and revoking tokens: by people at the app only, so that a stolen token makes no others. */
export function tokenRoutes(app: FastifyInstance, { tokens, clock }: { tokens: ApiTokens; clock: Clock }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = app.requireMember;

  routes.get(
    '/member/tokens',
    {
      onRequest,
      config: configOf({
        id: 'listTokens',
        summary: "The member's API tokens, newest first",
        answers: { 200: { when: 'All of them, those that are over, too.' } },
      }),
      schema: { response: { 200: apiTokenList } },
    },
    (request) => tokens.list(memberOf(request).id),
  );

  routes.post(
    '/member/tokens',
    {
      onRequest,
      config: configOf({
        id: 'createToken',
        summary: 'Make an API token',
        answers: { 201: { when: 'The token itself, this once.' } },
        failures: {
          400: '`invalidName`, `noScopes`, `alreadyOver`: the token would be of no use.',
          413: '`quota`: the member has 50.',
        },
      }),
      schema: { body: createToken, response: { 201: createdToken } },
    },
    async (request, reply) => {
      const name = cleanName(request.body.name);
      if (name === '' || countCharacters(name) > NAME_MAX) {
        throw new ApiError(400, 'invalidName', `The name must have 1 to ${NAME_MAX} characters.`);
      }
      const scopes = [...new Set(request.body.scopes)];
      if (scopes.length === 0) {
        throw new ApiError(400, 'noScopes', 'A token that may do nothing is of no use. Choose at least one scope.');
      }
      const { expiresAt = null } = request.body;
      const end = expiresAt === null ? null : new Date(expiresAt);
      if (end !== null && end <= clock.now()) {
        throw new ApiError(400, 'alreadyOver', 'The token would be over already. Choose a later end.');
      }
      const made = await tokens.make(memberOf(request).id, { name, scopes, expiresAt: end?.toISOString() ?? null });
      return reply.code(201).send(made);
    },
  );

  routes.delete(
    '/member/tokens/:id',
    {
      onRequest,
      config: configOf({
        id: 'revokeToken',
        summary: 'Revoke an API token, at once',
        answers: { 204: { when: 'It is gone.' } },
        failures: { 404: '`tokenNotFound`: the member has no such token.' },
      }),
      schema: { params: z.object({ id: z.string() }) },
    },
    async (request, reply) => {
      await tokens.revoke(memberOf(request).id, request.params.id);
      return reply.code(204).send();
    },
  );
}
