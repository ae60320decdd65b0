import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { openApp, type OpenApp } from '../../support/openApp';

/** A route, as the router has it. */
export interface Route {
  readonly method: string;
  /** Address with its ids as `:names`. */
  readonly url: string;
  /** Largest body in bytes; null for the app's own limit. */
  readonly bodyLimit: number | null;
}

/** Opens an app and returns all its routes: registered while it is put together, so that none is left out. */
export async function openWithRoutes(
  ...[env, options]: Parameters<typeof openApp>
): Promise<OpenApp & { routes: Route[] }> {
  const routes: Route[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, bodyLimit }: RouteOptions) => {
      for (const each of [method].flat()) routes.push({ method: each, url, bodyLimit: bodyLimit ?? null });
    });
  };
  const beginnings = channel('fastify.initialization');
  beginnings.subscribe(listen);
  try {
    return { ...(await openApp(env, options)), routes };
  } finally {
    beginnings.unsubscribe(listen);
  }
}

export const isReading = ({ method }: Route): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);
export const nameOf = ({ method, url }: Route): string => `${method} ${url}`;
