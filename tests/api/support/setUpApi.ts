import { afterEach, beforeEach, vi } from 'vitest';
import { type Api, createApi } from '../../../src/api';
import { type LocalServer, startServer } from './startServer';

export let server: LocalServer;
export let api: Api;

/** Each test has a server of its own, and the API of it. */
export function setUpApi(): void {
  beforeEach(async () => {
    server = await startServer();
    api = createApi(server.base);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });
}
