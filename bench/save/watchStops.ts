import { openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Stop } from './LoopStops';
import { POLL_MS, monotonicMs, STOPS_FILE } from './LoopStops';

/** Shorter ones are a timer's own imprecision. */
const STOP_MIN_MS = 1;
const TICK_MS = 10;

/** Processor time given to the main thread so far, in nanoseconds; only Linux tells it. */
const schedule = platform() === 'linux' ? openSync(`/proc/self/task/${process.pid}/schedstat`, 'r') : null;
const buffer = Buffer.alloc(256);

interface Moment {
  readonly at: number;
  readonly runningMs: number;
  readonly readyMs: number;
}

function moment(): Moment {
  const at = monotonicMs();
  if (schedule === null) return { at, runningMs: 0, readyMs: 0 };
  const length = readSync(schedule, buffer, 0, buffer.byteLength, 0);
  const [running = 0, ready = 0] = buffer.toString('latin1', 0, length).split(' ').map(Number);
  return { at, runningMs: running / 1e6, readyMs: ready / 1e6 };
}

/** Time that the host has taken from all processors together, where this is a virtual machine of a Linux that says so. */
function takenMs(): number {
  if (schedule === null) return 0;
  const [, , , , , , , , steal = '0'] = readFileSync('/proc/stat', 'latin1').split(/\s+/, 9);
  return Number(steal) * TICK_MS;
}

/** Loaded into the server's process before the server itself, see withServer: writes down each stop of its event loop. */
function watch(): void {
  // Its worker threads would begin with it, too, before they can load TypeScript.
  delete process.env['NODE_OPTIONS'];
  const file = openSync(join(process.env['DATA_DIR'] ?? '.', STOPS_FILE), 'a');
  let last = moment();
  let taken = takenMs();
  setInterval(() => {
    const now = moment();
    const stopMs = now.at - last.at - POLL_MS;
    if (stopMs >= STOP_MIN_MS) {
      const before = taken;
      taken = takenMs();
      const stop: Stop = {
        endedAt: now.at,
        stopMs,
        runningMs: now.runningMs - last.runningMs,
        readyMs: now.readyMs - last.readyMs,
        takenMs: taken - before,
      };
      writeSync(file, `${JSON.stringify(stop)}\n`);
    }
    last = now;
  }, POLL_MS).unref();
}

if (isMainThread) watch();
