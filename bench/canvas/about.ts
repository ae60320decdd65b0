import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Flags } from './flags';

/** Under what the figures were taken: without it they say little. */
export interface About {
  readonly date: string;
  readonly chromium: string;
  readonly processors: string;
  /** Processes that wanted to run in the minute before the start and the end; the processors' number and more means a busy machine. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly reps: number;
  readonly peers: Readonly<Record<string, string>>;
}

const load = (): number => Number((loadavg()[0] ?? 0).toFixed(1));

/** To be called at the start; the answer is to be called at the end. */
export function startAbout(flags: Flags, chromium: string): () => About {
  const loadBefore = load();
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const processors = cpus();
  return () => ({
    date: new Date().toISOString().slice(0, 10),
    chromium,
    processors: `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown'}`,
    loadBefore,
    loadAfter: load(),
    reps: flags.reps,
    peers: dependencies,
  });
}
