import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Paths that the app's own router understands; each is the same page. */
const SCREENS = ['/', '/signin', '/main/*'];

/**
 * Serves the built web app, when it has been built: its screens as one page, its hashed files for ever, and what the build
 * has compressed in that form.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.info('the web app is not built: serving the API only');
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  for (const path of SCREENS) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  }
  // A person who typed a wrong address gets the app's own page with a way home; a program gets JSON.
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const isPerson = request.headers.accept?.includes('text/html') ?? false;
    if (!isPerson) {
      reply.callNotFound();
      return reply;
    }
    return reply.code(404).sendFile('index.html');
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The address of the style sheet that names the web app's font files; null without a built web app. */
    webFont: () => string | null;
  }
}

/** Gives the pages that the server shows itself the font of the app. */
export function knowWebFont(app: FastifyInstance, folder: string): void {
  app.decorate('webFont', () => {
    try {
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      return /href="(\/assets\/font-[\w-]+\.css)"/.exec(page)?.[1] ?? null;
    } catch {
      return null;
    }
  });
}
