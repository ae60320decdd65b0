import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import type { TaskName } from '../../server/canvas/work/CanvasTasks';
import { POLL_MS, longestStop } from './LoopStops';
import type { Span, Stop } from './LoopStops';
import { MEBIBYTE } from '../../server/bytes';

const FRAME_HEADER_BYTES = 24;
const TASKS = 'canvas_tasks_total';
const COMPACT: TaskName = 'compact';

/** The resources that a server takes. */
export interface Vitals {
  readonly residentMiB: number;
  readonly heapMiB: number;
  /** Connections among them. */
  readonly openFiles: number;
  readonly handles: number;
}

/** Reads the server's own metrics, and watches its files. */
export class Observer {
  readonly #url: string;
  readonly #dataDir: string;
  readonly #database: string;
  #longestLagMs = 0;

  constructor(server: { url: string; dataDir: string }) {
    this.#url = server.url;
    this.#dataDir = server.dataDir;
    this.#database = join(server.dataDir, 'mulgil.db');
  }

  /** Resident memory of the server. */
  async memoryMiB(): Promise<number> {
    return Math.round((await this.#metric('process_resident_memory_bytes')) / MEBIBYTE);
  }

  async vitals(): Promise<Vitals> {
    const text = await this.#metrics();
    return {
      residentMiB: read(text, 'process_resident_memory_bytes') / MEBIBYTE,
      heapMiB: read(text, 'nodejs_heap_size_used_bytes') / MEBIBYTE,
      openFiles: read(text, 'process_open_fds'),
      handles: read(text, 'nodejs_active_handles_total'),
    };
  }

  /**
   * The longest block of the server's event loop since the last call. The server's own clock measures it, so a busy measuring process does
   * not count.
   */
  async longestStopMs(): Promise<number> {
    await this.#metrics();
    const longest = this.#longestLagMs;
    this.#longestLagMs = 0;
    return Math.max(0, longest - POLL_MS);
  }

  /** The longest stop within these spans of a server that is WATCHED, and what its thread did meanwhile. */
  longestStop(spans: readonly Span[]): Stop {
    return longestStop(this.#dataDir, spans);
  }

  /** How many compactions of patch logs were begun so far, and how many logs wait or are being compacted. */
  async compactions(): Promise<{ begun: number; waiting: number }> {
    const text = await this.#metrics();
    const begun = samplesOf(text, TASKS).find(({ labels }) => labels === `task="${COMPACT}",thread="worker"`);
    return { begun: begun?.value ?? 0, waiting: read(text, 'canvas_compactions_waiting') };
  }

  /** How often anything was done with a canvas as a whole so far, in whichever thread. */
  async canvasTasks(): Promise<number> {
    return samplesOf(await this.#metrics(), TASKS).reduce((sum, { value }) => sum + value, 0);
  }

  /**
   * Growth of the database in all, and bytes appended to its write-ahead log since the log was restarted. The log file itself says little,
   * because it is overwritten from its start: its index is exact (https://sqlite.org/walformat.html).
   */
  writtenBytes(): number {
    const index = openSync(`${this.#database}-shm`, 'r');
    const header = Buffer.alloc(20);
    readSync(index, header, 0, header.byteLength, 0);
    closeSync(index);
    const [pageBytes, frames] =
      endianness() === 'LE'
        ? [header.readUInt16LE(14), header.readUInt32LE(16)]
        : [header.readUInt16BE(14), header.readUInt32BE(16)];
    return statSync(this.#database).size + frames * (pageBytes + FRAME_HEADER_BYTES);
  }

  async #metric(name: string): Promise<number> {
    return read(await this.#metrics(), name);
  }

  /** Each read resets the server's histogram of its event loop. */
  async #metrics(): Promise<string> {
    const text = await (await fetch(`${this.#url}/metrics`)).text();
    this.#longestLagMs = Math.max(this.#longestLagMs, read(text, 'nodejs_eventloop_lag_max_seconds') * 1000);
    return text;
  }
}

function read(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`/metrics has no figure ${name}`);
  return Number(value);
}

/**
 * Samples of a metric with labels. One whose labels never occurred has none, which means 0. Throws when the server has no metric of this
 * name: a bench that waits for it to grow would never end.
 */
function samplesOf(text: string, name: string): readonly { readonly labels: string; readonly value: number }[] {
  if (!text.includes(`\n# TYPE ${name} `)) throw new Error(`/metrics has no figure ${name}`);
  return [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels,
    value: Number(value),
  }));
}
