import { Worker } from 'node:worker_threads';
import { THREAD_FLAGS, threadFile } from '../../ownFiles';
import type { PaintAnswer } from './paintInWorker';
import type { PreviewWish } from './paintPreview';

/** After this long without work the thread is let go, and its memory with it. */
const IDLE_MS = 30_000;

interface Order {
  wish: PreviewWish;
  signal: AbortSignal;
  resolve: (png: Buffer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Paints previews one at a time on a thread of its own, so that a picture in the making never holds up a request. The
 * thread begins with the first wish, rests when idle and never keeps the process alive.
 */
export class PaintingThread {
  #worker: Worker | null = null;
  #current: Order | null = null;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting: Order[] = [];

  /** Resolves with a PNG. Rejects with the signal's reason when it is aborted before that. */
  paint(wish: PreviewWish, signal: AbortSignal): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const order: Order = { wish, signal, resolve, reject };
      const drop = (): void => this.#drop(order);
      signal.addEventListener('abort', drop, { once: true });
      order.resolve = (png) => {
        signal.removeEventListener('abort', drop);
        resolve(png);
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
    const worker = new Worker(threadFile('generation/offline/paintWorker.mjs'), { execArgv: THREAD_FLAGS });
    worker.unref();
    worker.on('message', (answer: PaintAnswer) => {
      if (this.#worker !== worker) return;
      const order = this.#current;
      this.#current = null;
      if ('png' in answer) order?.resolve(Buffer.from(answer.png));
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

  /** A picture half painted can only be left by leaving its thread. */
  #drop(order: Order): void {
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
