import react from '@vitejs/plugin-react';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type InlineConfig } from 'vite';
import type { Snapshot } from '../../src/engine/document/Snapshot';

const PAGES = join(import.meta.dirname, 'pages');

export interface ServedPages {
  readonly url: string;
  /** Serves a flow to the pages; returns its path. */
  addFlow(name: string, flow: Snapshot): string;
  stop(): Promise<void>;
}

/** Bundles the pages of the limit and of the peers and serves them, as a production build each. */
export async function servePages(names: readonly string[]): Promise<ServedPages> {
  const outDir = mkdtempSync(join(tmpdir(), 'mulgil-bench-pages-'));
  const shared: InlineConfig = { configFile: false, root: PAGES, logLevel: 'error', plugins: [react()] };
  await build({
    ...shared,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 2000,
      rollupOptions: { input: names.map((name) => join(PAGES, `${name}.html`)) },
    },
  });
  mkdirSync(join(outDir, 'flows'));
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const address = server.httpServer.address();
  if (!address || typeof address === 'string') throw new Error('the pages are not served');
  return {
    url: `http://127.0.0.1:${address.port}`,
    addFlow: (name, flow) => {
      const path = `/flows/${name}.json`;
      writeFileSync(join(outDir, path), JSON.stringify(flow));
      return path;
    },
    stop: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
