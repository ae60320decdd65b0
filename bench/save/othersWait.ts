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
  /** Whether it gets a processor only when nothing else needs it. */
  readonly givesWay: boolean;
}

/** A client that sends requests until it is stopped. */
export interface Asking {
  readonly stop: () => Promise<Waits>;
  /** Throws when the asking process has ended by itself, which would otherwise be noticed only at `stop`. */
  readonly check: () => void;
}

/**
 * Starts to request something small, again and again. It uses a separate process: work of the measuring process, such as writing a very
 * large canvas, is not time spent waiting for the server.
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
