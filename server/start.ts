import { readConfig } from './config';
import type { Environment } from './config';
import { StartRefused } from './errors';
import type { Listening } from './listen';

/** The server ends within 10 s of SIGTERM; connections that are still open before that are cut. */
const CLOSE_TIMEOUT_MS = 9_000;

/**
 * Starts the server and prints its address. Ends cleanly on SIGTERM and SIGINT. A problem that an operator can fix is printed in one line,
 * and the process ends with 1.
 */
export async function start(env: Environment): Promise<void> {
  outliveReaders();
  // A start that waits for its database has nothing to end, and a container's first process dies of no signal that it does not hear.
  let server: Listening | undefined;
  closeOnSignals(async () => server?.close());
  try {
    const config = readConfig(env);
    // Loaded only now: a wrong setting is reported at once.
    const { listen } = await import('./listen');
    server = await listen(config);
    process.stdout.write(`listening on ${server.url}\n`);
  } catch (error) {
    const line = oneLine(error, env);
    if (line === null) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** The reader of our output may close it, as in `npm start | head -1`; the server goes on. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** npm passes on the signal that the terminal has sent already, so a second one does not mean haste. */
function closeOnSignals(close: () => Promise<void>): void {
  let isClosing = false;
  const end = async (): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(0), CLOSE_TIMEOUT_MS).unref();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
}

/** The message of a failure that an operator can mend, in one line; null for a programming error, whose stack is wanted. */
function oneLine(error: unknown, env: Environment): string | null {
  if (error instanceof StartRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `PORT ${env['PORT'] ?? 3000} is already in use: stop what listens there or set PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${env['HOST'] ?? ''} is no address of this machine.`;
  if (code === 'EACCES') return `PORT ${env['PORT'] ?? 3000} may not be used by this user: set PORT above 1023.`;
  return null;
}
