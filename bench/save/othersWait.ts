import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import { quantile } from '../quantile';

/** How long somebody else waited for small answers. */
export interface Waits {
  readonly answers: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** A member at a canvas of their own, and what they ask for: to save it, or who they are. */
export interface Asker {
  readonly url: string;
  readonly cookie: string;
  readonly snapshot: Snapshot;
  readonly what: 'save' | 'member';
  /** Pause between an answer and the next question. */
  readonly breakMs: number;
  /** Whether it has a processor only when nobody else wants it. */
  readonly givesWay: boolean;
}

/** A member who asks until they are told to stop. */
export interface Asking {
  readonly stop: () => Promise<Waits>;
  /** Throws when the asking process has ended by itself, which nobody else would notice before `stop`. */
  readonly check: () => void;
}

/**
 * Begins to ask for something small, again and again. It does so in a process of its own: work of the measuring process, such as
 * writing a very large canvas, is no waiting for the server.
 */
export async function othersWait(asker: Asker): Promise<Asking> {
  const other = fork(join(import.meta.dirname, 'askAgain.ts'), { execArgv: ['--import', 'tsx'] });
  const ended = new AbortController();
  other.once('exit', (code) => ended.abort(new Error(`the one who asks ended with ${code}`)));
  const heard = () => once(other, 'message', { signal: ended.signal });
  other.send(asker);
  await heard();
  const answered = heard();
  answered.catch(() => undefined);
  return {
    stop: async () => {
      other.send('end');
      const [waits] = (await answered) as [number[]];
      return { answers: waits.length, p99Ms: quantile(waits, 0.99), longestMs: quantile(waits, 1) };
    },
    check: () => ended.signal.throwIfAborted(),
  };
}
