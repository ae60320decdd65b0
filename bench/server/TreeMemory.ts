import { readFileSync, readdirSync } from 'node:fs';
import { MEBIBYTE } from '../../server/bytes';

const POLL_MS = 100;
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
    this.#timer = setInterval(() => (this.#mostBytes = Math.max(this.#mostBytes, this.#bytes())), POLL_MS);
  }

  /** The most that was seen since `begin`. */
  endMiB(): number {
    clearInterval(this.#timer);
    return Math.round(Math.max(this.#mostBytes, this.#bytes()) / MEBIBYTE);
  }

  #bytes(): number {
    return [this.#pid, ...childrenOf(this.#pid)].reduce((sum, pid) => sum + bytesOf(pid), 0);
  }
}

/** Reads this process only: reading all processes of the machine would delay the measured clients. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = read(`/proc/${pid}/task/${thread}/children`);
    return children === null ? [] : children.trim().split(' ').filter(Boolean).map(Number);
  });
}

function bytesOf(pid: number): number {
  return Number(read(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Null when it has ended meanwhile. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
