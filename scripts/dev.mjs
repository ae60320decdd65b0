/**
 * `npm run dev`: the API under a watcher behind Vite, both at the usual address; a save reloads what it touches.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
/** The API's paths; every other one is the web app's. */
const API =
  '^/(member|projects|nodes|jobs|runs|takes|files|auth|capabilities|healthz|readyz|metrics|openapi\\.json)(/|$|\\?)';

const api = spawn(process.execPath, ['--watch', '--import', 'tsx', 'server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${host}:${port}`,
  },
});
const web = await createServer({
  server: { host, port, strictPort: true, proxy: { [API]: { target: `http://127.0.0.1:${apiPort}` } } },
});
await web.listen();
web.printUrls();

const stop = async () => {
  api.kill('SIGTERM');
  await web.close();
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
api.on('exit', (code) => {
  // The watcher itself only ends when it cannot go on.
  if (code) process.exit(code);
});
