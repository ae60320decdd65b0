import { readdirSync } from 'node:fs';
import { constants, platform, setPriority } from 'node:os';

/** Leaves the processors to every other process: this one stands for people at machines of their own. */
export function giveWay(): void {
  // Linux sets the priority of a thread, and each of a process has its own.
  const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}
