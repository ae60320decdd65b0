import { cp, realpath, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { serveWebApp } from '../../../server/http/serveWebApp';

/** Serves one build of the web app or another at one address, as an operator who installs a new version does; no API. */
export class WebServer {
  readonly url: string;
  readonly folder: string;
  readonly #server: Server;
  #app: FastifyInstance | null = null;
  #fetching = 0;
  /** The most files that a script, such as a service worker, has fetched at the same time. */
  mostFetched = 0;

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.folder = folder;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts without a build. */
  static async start(folder: string): Promise<WebServer> {
    const server = createServer((request, response) => {
      const app = web.#app;
      if (request.headers['sec-fetch-dest'] === 'empty' && request.url?.startsWith('/assets/')) {
        web.mostFetched = Math.max(web.mostFetched, (web.#fetching += 1));
        response.once('close', () => (web.#fetching -= 1));
      }
      if (app) app.routing(request, response);
      // Simulates a port without a listener.
      else request.socket.destroy();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const web = new WebServer(server, folder);
    return web;
  }

  /** Replaces the current build; null: the server does not answer. */
  async serve(build: string | null): Promise<void> {
    await this.#app?.close();
    this.#app = null;
    await rm(this.folder, { recursive: true, force: true });
    if (build === null) return;
    // The newest build is a link, and a copied link would have a test change the build itself.
    await cp(await realpath(build), this.folder, { recursive: true });
    const app = Fastify();
    await serveWebApp(app, this.folder);
    await app.ready();
    this.#app = app;
  }

  async stop(): Promise<void> {
    await this.#app?.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
