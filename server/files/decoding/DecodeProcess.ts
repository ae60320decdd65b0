import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { THREAD_FLAGS, threadFile } from '../../ownFiles';
import type { DecodeResult, DecodeTask, FromDecoder, PictureHead, ToDecoder } from './Decoding';

/** Only what a program needs to start: whatever a picture does to it, it has no secrets. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_ENV'] as const;
/** Deadline of starting and reading a header, which takes milliseconds: a machine that needs longer is busy, and the picture is not to blame. */
const HEAD_MS = 20_000;

/** The picture cannot be read, or took its process down. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
/** The process ended for a reason that may not be the picture's. */
export class ProcessLost extends Error {
  override readonly name = 'ProcessLost';
}

export interface DecodeJob {
  readonly task: DecodeTask;
  readonly bytes: Buffer;
  /** Called when the header is read; decoding begins once it resolves. Throws for a picture that is not to be decoded. */
  readonly admit: (head: PictureHead) => Promise<void>;
  readonly deadlineMs: number;
}

/** A process that decodes one picture at a time. It starts with the first picture and does not keep the server's process alive. */
export class DecodeProcess {
  #child: ChildProcess | null = null;

  /** One at a time. Throws Unreadable, ProcessLost and what `admit` throws. */
  async run({ task, bytes, admit, deadlineMs }: DecodeJob): Promise<DecodeResult> {
    const child = (this.#child ??= this.#begin());
    const talk = new JobMessages(child);
    hold(child, true);
    try {
      talk.tell({ task, byteLength: bytes.byteLength });
      child.stdin?.write(bytes);
      const read = await talk.hear(HEAD_MS, new ProcessLost());
      if (read === 'unreadable' || !('head' in read)) throw new Unreadable();
      await admit(read.head).catch((error: unknown) => {
        talk.leave();
        throw error;
      });
      talk.tell('go');
      const made = await talk.hear(deadlineMs);
      if (made === 'unreadable' || !('done' in made)) throw new Unreadable();
      const { done, byteLength } = made;
      return { ...done, bytes: byteLength === 0 ? null : await talk.take(byteLength) };
    } catch (error) {
      // One that waits for a word it will not get, or works on, is of no use to the next.
      if (!talk.isAnswered) this.stop();
      throw error;
    } finally {
      talk.end();
      hold(child, false);
    }
  }

  /** Ends the process; the next job begins another one. */
  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #begin(): ChildProcess {
    const env = Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));
    const child = fork(threadFile('server/files/decoding/decodeProcess.mjs'), {
      execArgv: THREAD_FLAGS,
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
      // Each arena of the system's allocator holds memory that another one could use.
      env: { ...env, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    });
    const forget = (): void => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', forget).once('error', forget);
    // The process's end tells a failure to write.
    child.stdin?.on('error', () => undefined);
    hold(child, false);
    return child;
  }
}

/** Whether this process stays for the other one. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const pipes = [child.stdin, child.stdout] as unknown as ({ ref(): void; unref(): void } | null)[];
  for (const end of [child, child.channel, ...pipes]) {
    if (isHeld) end?.ref();
    else end?.unref();
  }
}

/** The messages of one job. */
class JobMessages {
  readonly #child: ChildProcess;
  readonly #heard: FromDecoder[] = [];
  readonly #chunks: Buffer[] = [];
  #lost: Error | null = null;
  #wake: () => void = () => undefined;
  /** The other side waits for the next job. */
  isAnswered = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', this.#hear).once('exit', this.#lose).once('error', this.#lose);
    stdout(child).on('data', this.#collect);
  }

  tell(message: ToDecoder): void {
    // A failure to send shows as the end of the process, too.
    this.#child.send(message, () => undefined);
  }

  /** Says that nothing is to be decoded. */
  leave(): void {
    this.tell('leave');
    this.isAnswered = true;
  }

  async hear(ms: number, late: Error = new Unreadable()): Promise<FromDecoder> {
    const message = await this.#until(() => this.#heard.shift(), ms, late);
    this.isAnswered = message === 'unreadable' || 'done' in message;
    return message;
  }

  take(byteLength: number): Promise<Buffer> {
    const isWhole = () => this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0) >= byteLength;
    return this.#until(() => (isWhole() ? Buffer.concat(this.#chunks) : undefined), HEAD_MS, new ProcessLost());
  }

  end(): void {
    this.#child.off('message', this.#hear).off('exit', this.#lose).off('error', this.#lose);
    stdout(this.#child).off('data', this.#collect);
  }

  async #until<T>(look: () => T | undefined, ms: number, late: Error): Promise<T> {
    const timer = setTimeout(() => this.#fail(late), ms);
    try {
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        if (this.#lost) throw this.#lost;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  readonly #hear = (message: unknown): void => {
    this.#heard.push(message as FromDecoder);
    this.#wake();
  };

  readonly #collect = (chunk: Buffer): void => {
    this.#chunks.push(chunk);
    this.#wake();
  };

  /** SIGKILL is how a system without memory ends it; a picture that breaks the decoder ends it in other ways. */
  readonly #lose = (_code: unknown, signal?: NodeJS.Signals | null): void => {
    this.#fail(signal === undefined || signal === 'SIGKILL' ? new ProcessLost() : new Unreadable());
  };

  #fail(error: Error): void {
    this.#lost ??= error;
    this.#wake();
  }
}

function stdout(child: ChildProcess): Readable {
  if (child.stdout === null) throw new Error('a decoding process has no standard output');
  return child.stdout;
}
