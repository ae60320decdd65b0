import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchServer } from '../save/withServer';

const CALLERS = 12;

/** The order to twelve members; each begins again `againMs` after an answer. */
export interface HostileOrder {
  readonly url: string;
  readonly cookies: readonly string[];
  /** Upload a heavy picture, or announce a body that never ends. */
  readonly what: 'heavyPicture' | 'endlessBody';
  readonly againMs: number;
}

/** Twelve members at work against the others. */
export interface Hostile {
  /** Ends them and returns what they were answered, by status. */
  readonly end: () => Promise<Readonly<Record<string, number>>>;
}

/**
 * Starts twelve members who do their worst, in a separate process of the lowest priority: people at their own machines take no processor
 * from the server or from the measurement.
 */
export async function beHostile(
  { url, signIn }: BenchServer,
  what: HostileOrder['what'],
  againMs: number,
): Promise<Hostile> {
  const cookies: string[] = [];
  while (cookies.length < CALLERS) {
    const cookie = await signIn(`hostile ${cookies.length}`);
    if (cookie === '') throw new Error('a hostile caller could not sign in');
    cookies.push(cookie);
  }
  const child = fork(join(import.meta.dirname, 'hostileProcess.ts'), { execArgv: ['--import', 'tsx'] });
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`the hostile callers ended with ${code}`)));
  const heard = () => once(child, 'message', { signal: ended.signal });
  child.send({ url, cookies, what, againMs } satisfies HostileOrder);
  await heard();
  const answered = heard();
  answered.catch(() => undefined);
  return {
    end: async () => {
      child.send('end');
      const [answers] = (await answered) as [Record<string, number>];
      return answers;
    },
  };
}
