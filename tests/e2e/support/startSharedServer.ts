import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { endServers, startServer } from '../../support/startServer';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server for all files that do not stop theirs; members and projects keep them apart. */
    readonly serverUrl: string;
  }
}

export default async function startSharedServer(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/web/index.html')) throw new Error('These tests open the built app: run `npm run build` first.');
  const server = await startServer();
  project.provide('serverUrl', server.url);
  return async () => {
    await server.stop();
    await endServers();
  };
}
