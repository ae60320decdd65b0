import { readdirSync } from 'node:fs';
import { constants, platform, setPriority } from 'node:os';

/** Gives way to every other process: this one acts for people at their own machines. */
export function giveWay(): void {
  // Linux sets the priority of a thread, and each of a process has its own.
  const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}
