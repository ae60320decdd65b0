import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { LOOK_EVERY_MS, longestStop } from './LoopStops';
import type { Span, Stop } from './LoopStops';

const MEBIBYTE = 1024 * 1024;
const FRAME_HEADER_BYTES = 24;

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
    return Math.max(0, longest - LOOK_EVERY_MS);
  }

  /** The longest stop within these spans of a server that is WATCHED, and what its thread did meanwhile. */
  longestStop(spans: readonly Span[]): Stop {
    return longestStop(this.#dataDir, spans);
  }

  /** How often the folding of a canvas was begun so far, and how many are on their way. */
  async folds(): Promise<{ begun: number; waiting: number }> {
    const text = await this.#metrics();
    const [, begun = '0'] = /^canvas_tasks_total\{task="fold",thread="worker"\} (\d+)$/m.exec(text) ?? [];
    return { begun: Number(begun), waiting: read(text, 'canvas_folds_waiting') };
  }

  /** How often anything was done with a canvas as a whole so far, in whichever thread. */
  async canvasTasks(): Promise<number> {
    const counts = (await this.#metrics()).matchAll(/^canvas_tasks_total\{[^}]*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
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
  if (value === undefined) throw new Error(`the server tells no ${name}`);
  return Number(value);
}
