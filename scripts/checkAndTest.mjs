/**
 * The first half of `npm test`: `npm run check` beside the tests without a browser's window, which wait for servers and databases in a
 * part of their time. Exits with 1 as soon as one of them has failed.
 */
import { spawn } from 'node:child_process';

const commands = ['check', 'test:unit'].map((name) =>
  // In a group of its own, so that it ends with all that it has started.
  spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'inherit', 'inherit'], detached: true }),
);

/** Ends every command that still runs. */
function endAll() {
  for (const { pid, exitCode, signalCode } of commands) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}
for (const command of commands) {
  command.once('exit', (code) => {
    if (code === 0) return;
    process.exitCode = 1;
    endAll();
  });
}
