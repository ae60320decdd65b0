import type { FastifyInstance, RouteOptions } from 'fastify';
import { describeApi } from './describeApi';
import { apiDocument } from './namedSchemas';
import './Operation';

declare module 'fastify' {
  interface FastifyInstance {
    /** The answer of /openapi.json. */
    describeApi: () => Record<string, unknown>;
  }
}

/**
 * Describes the routes registered after it, from the schemas that check them. Call the returned function to register /openapi.json
 * behind the limits registered before it.
 */
export function openapi(app: FastifyInstance, { https }: { https: boolean }): () => void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && route.schema?.hide !== true) routes.push(route);
  });
  let made: Record<string, unknown> | undefined;
  app.decorate('describeApi', () => (made ??= describeApi(routes, { https })));
  return () =>
    void app.get(
      '/openapi.json',
      {
        config: {
          operation: {
            id: 'describeApi',
            tag: 'server',
            summary: 'This document',
            access: 'everyone',
            answers: { 200: { when: 'An OpenAPI 3.1 document.', content: { 'application/json': apiDocument } } },
          },
        },
      },
      () => app.describeApi(),
    );
}
