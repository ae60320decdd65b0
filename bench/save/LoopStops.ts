import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Time between two samples, as in perf_hooks.monitorEventLoopDelay: an event loop that is never blocked is late by this. */
export const POLL_MS = 10;
/** Name of the file in the server's data folder. */
export const STOPS_FILE = 'loop-stops.jsonl';

/** A block of the event loop that came `stopMs` too late. The other times count from its last punctual turn, `POLL_MS` more. */
export interface Stop {
  /** Milliseconds of the monotonic clock, the same one for all processes of a machine. */
  readonly endedAt: number;
  readonly stopMs: number;
  /** The thread had a processor. */
  readonly runningMs: number;
  /** It could have run, and others had the processors: threads of the server, the process that asks, and others. */
  readonly readyMs: number;
  /** The host had them, counted in steps of 10 ms since the stop before. */
  readonly takenMs: number;
}

const NONE: Stop = { endedAt: 0, stopMs: 0, runningMs: 0, readyMs: 0, takenMs: 0 };

/** Makes a server write its stops down. */
export const WATCHED = {
  NODE_OPTIONS: `--import tsx --import ${pathToFileURL(join(import.meta.dirname, 'watchStops.ts')).href}`,
};

/** Now, as `endedAt` tells it. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Time from one moment to a later one, as `endedAt` tells them. */
export type Span = readonly [number, number];

/** The longest stop that reaches into one of the spans. */
export const longestStop = (dataDir: string, spans: readonly Span[]): Stop => most(dataDir, spans, 'stopMs');

/** The stop in one of the spans that took the thread itself the longest: however busy others keep the machine. */
export const longestRun = (dataDir: string, spans: readonly Span[]): Stop => most(dataDir, spans, 'runningMs');

function most(dataDir: string, spans: readonly Span[], figure: 'stopMs' | 'runningMs'): Stop {
  const isWithin = ({ endedAt, stopMs }: Stop): boolean =>
    spans.some(([from, until]) => endedAt >= from && endedAt - stopMs <= until);
  return readFileSync(join(dataDir, STOPS_FILE), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Stop)
    .filter(isWithin)
    .reduce((longest, stop) => (stop[figure] > longest[figure] ? stop : longest), NONE);
}
