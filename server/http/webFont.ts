import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The address of the style sheet that names the web app's font files; null without a built web app. */
    webFont: () => string | null;
  }
}

/** Gives the pages that the server shows itself the font of the app. Looked up when asked: a build renames its files. */
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
