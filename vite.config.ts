import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // The limit is in kB before compression; about a third of it travels.
  build: { outDir: 'dist/web', sourcemap: false, target: 'es2022', chunkSizeWarningLimit: 700 },
  test: {
    // For a busy machine; none of them measures time.
    testTimeout: 20_000,
    hookTimeout: 40_000,
    // The default leaves a core to the runner, which has little to do: half of two cores.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{engine,api,house,library}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        // A mock of this module in one test file would not hold where another has imported it before.
        resolve: {
          alias: [{ find: /^.*\/EditorScreen$/, replacement: resolve('tests/screens/support/FakeEditorScreen.tsx') }],
        },
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
        test: { name: 'pixels', environment: 'node', isolate: false, include: ['tests/pixels/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'server', environment: 'node', include: ['tests/server/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 15_000 } },
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
