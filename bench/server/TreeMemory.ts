import { readFileSync, readdirSync } from 'node:fs';

const MEBIBYTE = 1024 * 1024;
const LOOK_EVERY_MS = 100;
const PAGE_BYTES = 4096;

/** The resident memory of a process and of those it has started, by Linux's own count. */
export class TreeMemory {
  readonly #pid: number;
  #mostBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number) {
    this.#pid = pid;
  }

  nowMiB(): number {
    return Math.round(this.#bytes() / MEBIBYTE);
  }

  /** Looks every tenth of a second until `end`. */
  begin(): void {
    this.#mostBytes = this.#bytes();
    this.#timer = setInterval(() => (this.#mostBytes = Math.max(this.#mostBytes, this.#bytes())), LOOK_EVERY_MS);
  }

  /** The most that was seen since `begin`. */
  endMiB(): number {
    clearInterval(this.#timer);
    return Math.round(Math.max(this.#mostBytes, this.#bytes()) / MEBIBYTE);
  }

  #bytes(): number {
    return readdirSync('/proc').reduce((sum, name) => sum + (/^\d+$/.test(name) ? this.#bytesOf(Number(name)) : 0), 0);
  }

  #bytesOf(pid: number): number {
    try {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [, parent] = fields.split(' ');
      if (pid !== this.#pid && Number(parent) !== this.#pid) return 0;
      return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
    } catch {
      // It has ended meanwhile.
      return 0;
    }
  }
}
