import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import Piscina from 'piscina';
import { Counter } from 'prom-client';
import type { Database, DatabaseAddress } from '../../db';
import { ApiError } from '../../errors';
import { THREAD_FLAGS, threadFile } from '../../ownFiles';
import type { ThreadData } from './runTask';
import type { TaskAnswer, TaskInput, TaskOutcome, TaskName } from './CanvasTasks';
import { ownBuffers } from '../buffers';
import { SMALL_MAX_BYTES } from '../readPatch';
import { tasks } from './tasks';
import { WorkQueue } from './WorkQueue';
import type { WorkClaim } from './WorkQueue';

/** Two, so that a long one does not make all others wait; more only where there are processors for them. */
const THREADS = Math.max(2, availableParallelism() - 1);
/** Heap of a thread. Checking the largest canvas, 128 MiB, takes less than 768; a body that takes more than this is no canvas. */
const HEAP_MAX_MIB = 1280;
/** Longest time of a member's task: far more than the largest canvas needs. */
const DEADLINE_MS = 120_000;
const OWN: WorkClaim = { owner: null, bytes: 0 };
/** Idle time after which a thread ends and frees its memory. */
const IDLE_MS = 60_000;

/**
 * Runs work on canvases: at once when they are small, otherwise in worker threads, so that no other request waits for it. Each thread has
 * its own connection to the database.
 */
export class CanvasWork {
  /** Tasks by name, and by the thread that did them: `main` or a `worker`. */
  readonly counter = new Counter({
    name: 'canvas_tasks_total',
    help: 'Parsing, checking, writing, reading and compaction of canvases, by where it was done',
    labelNames: ['task', 'thread'],
    registers: [],
  });
  readonly #db: Kysely<Database>;
  readonly #log: FastifyBaseLogger;
  readonly #pool: Piscina;
  readonly #queue = new WorkQueue(THREADS);
  readonly #running = new Set<Promise<unknown>>();

  constructor(deps: { db: Kysely<Database>; database: DatabaseAddress; log: FastifyBaseLogger }) {
    this.#db = deps.db;
    this.#log = deps.log;
    const data: ThreadData = { database: deps.database };
    this.#pool = new Piscina({
      filename: threadFile('server/canvas/work/taskWorker.mjs'),
      name: 'runTask',
      execArgv: THREAD_FLAGS,
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB },
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
    });
    this.#pool.on('error', (error: unknown) => this.#log.error({ err: error }, 'a worker thread broke'));
    this.#pool.on('workerDestroy', () => setImmediate(() => this.#dropLostTasks()));
  }

  /** How many tasks wait for a thread. */
  get waiting(): number {
    return this.#queue.waiting + this.#pool.queueSize;
  }

  /** Whether a task on this many bytes runs in the calling thread. */
  isSmall(bytes: number): boolean {
    return bytes <= SMALL_MAX_BYTES;
  }

  /**
   * Runs a task on about this many bytes. Byte arrays in the input are transferred from the caller. Throws the task's refusal, 413 when it
   * needs more memory than a thread has, and 503 when the queue is full, when it takes too long or its thread died; then nothing visible
   * was stored.
   */
  async run<Name extends TaskName>(name: Name, input: TaskInput<Name>, claim: WorkClaim): Promise<TaskAnswer<Name>> {
    if (!this.isSmall(claim.bytes)) return this.runInThread(name, input, claim);
    this.counter.inc({ task: name, thread: 'main' });
    return tasks[name](this.#db, input);
  }

  /** Does a task in a worker thread, however small. Without a claim it is the server's own. */
  async runInThread<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    claim = { ...OWN },
  ): Promise<TaskAnswer<Name>> {
    this.counter.inc({ task: name, thread: 'worker' });
    const doing = this.#queued(name, input, claim);
    this.#running.add(doing);
    return doing.finally(() => this.#running.delete(doing));
  }

  /** Waits for what is being done and lets the threads go. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.#pool.destroy();
  }

  async #queued<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    claim: WorkClaim,
  ): Promise<TaskAnswer<Name>> {
    const leave = await this.#queue.take(claim);
    return this.#handOver(name, input, claim.owner !== null).finally(leave);
  }

  async #handOver<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    hasDeadline: boolean,
  ): Promise<TaskAnswer<Name>> {
    const late = new AbortController();
    const timer = hasDeadline ? setTimeout(() => late.abort(), DEADLINE_MS).unref() : undefined;
    const promise: Promise<TaskOutcome<TaskAnswer<Name>>> = this.#pool.run(
      { name, input },
      { transferList: ownBuffers(input), signal: late.signal },
    );
    const outcome = await promise
      .catch((error: unknown) => {
        this.#log.error({ err: error, task: name }, 'a worker thread died at its work');
        if (name.startsWith('check') && isOutOfMemory(error)) throw tooLargeToRead();
        const message = 'The server could not finish this. Try again in a moment.';
        throw new ApiError(503, 'workInterrupted', message, { 'Retry-After': '1' });
      })
      .finally(() => clearTimeout(timer));
    if ('answer' in outcome) return outcome.answer;
    if ('broken' in outcome) throw new Error(`a worker thread failed at '${name}': ${outcome.broken}`);
    const { status, code, message, headers, more } = outcome.refused;
    throw new ApiError(status, code, message, headers, { ...more });
  }

  /** A pool without a thread starts one only for a new task. Tasks that wait in it would wait for good, so they fail here. */
  #dropLostTasks(): void {
    if (this.#pool.threads.length === 0 && this.#pool.queueSize > 0) void this.#pool.destroy();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooLargeToRead(): ApiError {
  const message = 'The canvas takes more memory to read than the server has for one. Make it smaller.';
  return new ApiError(413, 'canvasTooLarge', message);
}
