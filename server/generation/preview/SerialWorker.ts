import { Worker } from 'node:worker_threads';
import type { ThreadAnswer } from '../../../preview';
import { THREAD_FLAGS, threadFile } from '../../ownFiles';

/** Idle time after which the thread ends and frees its memory. */
const IDLE_MS = 30_000;

interface Task<Wish, Result> {
  prepare: () => Promise<Wish>;
  signal: AbortSignal;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Does one kind of long work in a worker thread, one task at a time. The thread starts with the first task, ends when idle, and does
 * not keep the process alive.
 */
export class SerialWorker<Wish, Result> {
  readonly #file: string;
  #worker: Worker | null = null;
  #current: Task<Wish, Result> | null = null;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting: Task<Wish, Result>[] = [];

  /** `file`: what the thread begins with, see threadFile. */
  constructor(file: string) {
    this.#file = file;
  }

  /**
   * `prepare` makes what the thread gets, once it is its turn. Rejects with the signal's reason when it is aborted before the work is done,
   * and with what `prepare` throws.
   */
  do(prepare: () => Promise<Wish>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const task: Task<Wish, Result> = { prepare, signal, resolve, reject };
      const drop = (): void => this.#drop(task);
      signal.addEventListener('abort', drop, { once: true });
      task.resolve = (result) => {
        signal.removeEventListener('abort', drop);
        resolve(result);
      };
      task.reject = (reason) => {
        signal.removeEventListener('abort', drop);
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      this.#waiting.push(task);
      if (signal.aborted) this.#drop(task);
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const task = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (task === undefined) {
      this.#idle = setTimeout(() => this.#letGo(), IDLE_MS).unref();
      return;
    }
    this.#current = task;
    void this.#begin(task);
  }

  async #begin(task: Task<Wish, Result>): Promise<void> {
    try {
      const wish = await task.prepare();
      if (this.#current === task) (this.#worker ??= this.#hire()).postMessage(wish, []);
    } catch (error) {
      if (this.#current !== task) return;
      this.#current = null;
      task.reject(error);
      this.#next();
    }
  }

  #hire(): Worker {
    const worker = new Worker(threadFile(this.#file), { execArgv: THREAD_FLAGS });
    worker.unref();
    worker.on('message', (answer: ThreadAnswer<Result>) => {
      if (this.#worker !== worker) return;
      const task = this.#current;
      this.#current = null;
      if ('result' in answer) task?.resolve(answer.result);
      else task?.reject(new Error(answer.error));
      this.#next();
    });
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      const task = this.#current;
      this.#worker = null;
      this.#current = null;
      task?.reject(error);
      this.#next();
    });
    return worker;
  }

  /** Work half done can only be left by leaving its thread. */
  #drop(task: Task<Wish, Result>): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    task.reject(task.signal.reason);
    if (this.#current !== task) return;
    this.#current = null;
    this.#letGo();
    this.#next();
  }

  #letGo(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }
}
