import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const WORKER = 'sw.js';

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64');

/** Builds the service worker along and tells it, in front of its code, which files this build has. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: resolve('src/serviceWorker/worker/main.ts'), fileName: WORKER });
    },
    writeBundle({ dir = '' }, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== 'chunk' || worker.imports.length > 0) this.error('the service worker must be one file');
      const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((path) => path !== WORKER && !path.startsWith('.') && statSync(join(dir, path)).isFile())
        .toSorted();
      const files = Object.fromEntries(
        paths.map((path) => [
          path === 'index.html' ? '/' : `/${path}`,
          `sha256-${hash(readFileSync(join(dir, path)))}`,
        ]),
      );
      const version = hash(JSON.stringify(files) + worker.code);
      writeFileSync(join(dir, WORKER), `const BUILD=${JSON.stringify({ version, files })};\n${worker.code}`);
    },
  };
}

/** An app in a test's own process has the threads of the build. */
const builtThreads = {
  alias: [{ find: /^(?:\.\.?\/)+ownFiles$/, replacement: resolve('tests/server/support/builtThreads.ts') }],
};

/** `npm run test:postgres` runs these on PostgreSQL, too. */
const restOfPostgres = [
  'tests/server/access/auth.test.ts',
  'tests/server/canvas/canvas.test.ts',
  'tests/server/generation/costs.test.ts',
  'tests/server/{runs,trash,usage}/*.test.ts',
];

export default defineConfig({
  plugins: [react(), serviceWorker()],
  // The limit is in kB before compression; about a third of it travels.
  build: {
    outDir: 'dist/web',
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // A browser keeps a script's source, with two bytes a character as soon as one of them is beyond Latin-1. Our words are.
        charset: 'ascii',
        // A group takes a module with all that it needs, except what an earlier group has. Without them, what two parts share is a
        // file of its own: opening a project asked for a hundred, and a browser fetches six at a time.
        codeSplitting: {
          groups: [
            // The font's table of files never changes: by itself it is fetched once, not with every new version of the app.
            { name: 'font', test: /pretendard/ },
            {
              name: 'libraries',
              test: /node_modules\/(?:react|react-dom|scheduler|mobx|mobx-react-lite|axios|zod|i18next|react-i18next|wouter|react-toastify|use-sync-external-store|clsx)\//,
            },
            { name: 'index', tags: ['$initial'], test: /^(?!.*\/serviceWorker\/worker\/)/ },
            { name: 'readPicture', test: /\/pictures\/readPicture\.ts$/ },
            // What the dashboard opens without the editor.
            {
              name: 'dialogs',
              test: /\/(?:signIn\/SignIn|shell\/(?:AccountUsage|SignOutEverywhereModal|UnsavedWorkModal|tokens\/ApiTokensModal))\.tsx$/,
            },
            // The editor without its screen, with which the dashboard sends unsent work.
            { name: 'SavedEditor', test: /\/stores\/SavedEditor\.ts$/ },
            { name: 'EditorScreen', test: /\/editor\/EditorScreen\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    // For a busy machine; none of them measures time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    // More than the cores: tests wait for browsers, servers and databases in a good part of their time.
    maxWorkers: 2 * availableParallelism(),
    setupFiles: ['tests/support/setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/{actions,engine,api,house,library,pixels,preview}/**/*.test.ts'],
          exclude: ['tests/engine/workAllocations.test.ts'],
        },
      },
      {
        extends: true,
        // It turns the compilers of its whole process off, and measures that process's heap.
        test: { name: 'allocations', environment: 'node', include: ['tests/engine/workAllocations.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          // A jsdom, React and the app for each file cost more than its tests; `dom.ts` leaves nothing behind.
          isolate: false,
          include: ['tests/{stores,screens,ui,i18n}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        extends: true,
        resolve: builtThreads,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          // Reading the server takes longer than most files' tests: each of two processes does it once.
          isolate: false,
          // What two processes do to one database is shown where they are meant to be several.
          exclude: ['tests/server/postgres/**', 'tests/server/generation/twoProcesses.test.ts'],
          globalSetup: ['tests/support/buildServer.ts'],
        },
      },
      {
        extends: true,
        resolve: builtThreads,
        // The same contract again, on a real PostgreSQL, and what only that can show.
        test: {
          name: 'postgres',
          environment: 'node',
          // `npm test` runs what only a PostgreSQL shows, and beside it only what sends a statement that nothing else sends: files by this list,
          // their tests by `sqliteIsEnough`.
          include: [
            'tests/server/access/{joining,members,tokens}.test.ts',
            'tests/server/files/files.test.ts',
            'tests/server/operations/{goingTexts,housekeeping,restoredDatabase}.test.ts',
            'tests/server/{collector,events,projects,takes,versions}/*.test.ts',
            'tests/server/generation/{jobs,limits,meter,twoProcesses,twoServers,unwrittenEnds}.test.ts',
            'tests/server/runs/{canvasUnderRun,endings,runCalls,runRows}.test.ts',
            'tests/server/postgres/**/*.test.ts',
            ...(process.env['POSTGRES'] === 'all' ? restOfPostgres : []),
          ],
          // The server is read once by each of two processes, and its databases are used again.
          isolate: false,
          globalSetup: ['tests/support/buildServer.ts', 'tests/server/support/startPostgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/faults/support/buildApp.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          environment: 'node',
          retry: 1,
          include: ['tests/browsers/**/*.test.ts'],
          // One browser at a time: WebKit draws without a graphics card.
          fileParallelism: false,
          globalSetup: ['tests/support/buildServer.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // A browser on a busy machine is late now and then; who needed a second try is told, and is to be mended.
          retry: 1,
          environment: 'node',
          // A file waits a good part of its time: for a frame, a save, a picture that is to be seen in the making.
          maxWorkers: 2 * availableParallelism(),
          // Whoever has another number of workers has another turn.
          sequence: { groupOrder: 1 },
          // The driver and the app's words are read once by each process, not for each file.
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [
            'tests/support/buildServer.ts',
            'tests/e2e/support/startSharedServer.ts',
            'tests/e2e/support/startSharedBrowser.ts',
          ],
        },
      },
    ],
  },
});
