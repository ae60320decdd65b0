import Piscina from 'piscina';
import { vi } from 'vitest';

/** Kills the worker threads that get the next task. */
export function killNextWorker(): void {
  const { run } = Piscina.prototype;
  vi.spyOn(Piscina.prototype, 'run').mockImplementationOnce(function (this: Piscina, ...task) {
    const answer = run.apply(this, task);
    for (const thread of this.threads) void thread.terminate();
    return answer;
  });
}
