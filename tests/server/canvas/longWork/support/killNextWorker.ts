import Piscina from 'piscina';
import { vi } from 'vitest';

/** Kills the worker threads that get the next order. */
export function killNextWorker(): void {
  const { run } = Piscina.prototype;
  vi.spyOn(Piscina.prototype, 'run').mockImplementationOnce(function (this: Piscina, ...order) {
    const answer = run.apply(this, order);
    for (const thread of this.threads) void thread.terminate();
    return answer;
  });
}
