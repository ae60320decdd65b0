import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Capabilities } from '../../src/api/contract';
import { capabilities } from '../../src/api/contract';

/** Tells everyone what this server can do: the app shows a badge when its pictures are offline previews. */
export function capabilitiesRoute(app: FastifyInstance, answer: () => Capabilities): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/capabilities',
    {
      config: {
        operation: {
          id: 'getCapabilities',
          tag: 'server',
          summary: 'How people sign in here, and what the engines do',
          access: 'everyone',
          answers: { 200: { when: 'The same for everyone.' } },
        },
      },
      schema: { response: { 200: capabilities } },
    },
    answer,
  );
}
