import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import type { Verdict } from './verdicts';

const RESULTS = join(import.meta.dirname, 'results');

/** File of a whole run's figures. */
export const resultsOf = (name: string): string => join(RESULTS, `${name}.json`);

const load = (): number => Number((loadavg()[0] ?? 0).toFixed(1));

/** Figures as JSON, to three places. */
export const inJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'number' ? Math.round(part * 1000) / 1000 : part), 2);

/** The circumstances in which the figures were taken: without them they say little. */
export interface About {
  readonly date: string;
  readonly processors: string;
  readonly node: string;
  /** Processes that wanted to run in the minute before the start and the end; the processors' number and more means a busy machine. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

/** Notes the start; the returned function is to be called at the end. */
export function startAbout(): () => About {
  const loadBefore = load();
  const processors = cpus();
  return () => ({
    date: new Date().toISOString().slice(0, 10),
    processors: `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown'}`,
    node: process.version,
    loadBefore,
    loadAfter: load(),
  });
}

export function writeFigures(
  file: string,
  all: { readonly about: object; readonly verdicts: readonly Verdict[]; readonly figures: object },
): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${inJson(all)}\n`);
}
