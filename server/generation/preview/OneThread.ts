import { Worker } from 'node:worker_threads';
import type { ThreadAnswer } from '../../../preview';
import { THREAD_FLAGS, threadFile } from '../../ownFiles';

/** Idle time after which the thread ends and frees its memory. */
const IDLE_MS = 30_000;

interface Order<Wish, Result> {
  wish: Wish;
  signal: AbortSignal;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Does one kind of long work in a worker thread, one order at a time. The thread starts with the first order, ends when idle, and does
 * not keep the process alive.
 */
export class OneThread<Wish, Result> {
  readonly #file: string;
  #worker: Worker | null = null;
  #current: Order<Wish, Result> | null = null;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting: Order<Wish, Result>[] = [];

  /** `file`: what the thread begins with, see threadFile. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects with the signal's reason when it is aborted before the work is done. */
  do(wish: Wish, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const order: Order<Wish, Result> = { wish, signal, resolve, reject };
      const drop = (): void => this.#drop(order);
      signal.addEventListener('abort', drop, { once: true });
      order.resolve = (result) => {
        signal.removeEventListener('abort', drop);
        resolve(result);
      };
      order.reject = (reason) => {
        signal.removeEventListener('abort', drop);
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      this.#waiting.push(order);
      if (signal.aborted) this.#drop(order);
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const order = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (order === undefined) {
      this.#idle = setTimeout(() => this.#letGo(), IDLE_MS).unref();
      return;
    }
    this.#current = order;
    const worker = (this.#worker ??= this.#hire());
    worker.postMessage(order.wish, []);
  }

  #hire(): Worker {
    const worker = new Worker(threadFile(this.#file), { execArgv: THREAD_FLAGS });
    worker.unref();
    worker.on('message', (answer: ThreadAnswer<Result>) => {
      if (this.#worker !== worker) return;
      const order = this.#current;
      this.#current = null;
      if ('result' in answer) order?.resolve(answer.result);
      else order?.reject(new Error(answer.error));
      this.#next();
    });
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      const order = this.#current;
      this.#worker = null;
      this.#current = null;
      order?.reject(error);
      this.#next();
    });
    return worker;
  }

  /** Work half done can only be left by leaving its thread. */
  #drop(order: Order<Wish, Result>): void {
    const at = this.#waiting.indexOf(order);
    if (at >= 0) this.#waiting.splice(at, 1);
    order.reject(order.signal.reason);
    if (this.#current !== order) return;
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
