import { parentPort } from 'node:worker_threads';

/** Answer of a thread to a wish. */
export type ThreadAnswer<Result> = { result: Result } | { error: string };

/** The other end of a OneThread: does each wish that comes, which is of the kind its OneThread was made for. */
export function answerThread(work: (wish: never) => unknown): void {
  const answer = async (wish: never): Promise<ThreadAnswer<unknown>> => {
    try {
      return { result: await work(wish) };
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  parentPort?.on('message', (wish: unknown) => {
    void answer(wish as never).then((message) => parentPort?.postMessage(message, []));
  });
}
