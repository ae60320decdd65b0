import { setImmediate as settle } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The driver keeps a closed SQLite database open until its statements are collected. A server in a process of its own leaves nothing to
 * collect.
 */
export async function collectClosed(): Promise<void> {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('there is no way to collect');
  collect();
  await settle();
}
