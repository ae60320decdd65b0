import { clearTimeout, setTimeout } from 'node:timers';
import { PICTURE_MAX_PIXELS } from '../../../src/api/contract';
import { ApiError } from '../../errors';
import type { DecodeResult, DecodeTask, PictureHead } from './Decoding';
import { DecodeProcess, ProcessLost, Unreadable } from './DecodeProcess';
import { MEBIBYTE } from '../../bytes';

const PROCESSES = 2;
/** Most pictures that wait beyond the two, for all and for one member. */
const WAITING_MAX = 8;
const WAITING_OF_MEMBER_MAX = 4;
/** Together two weigh no more than this; a heavier one is decoded alone. */
const TOGETHER_MAX_BYTES = 400 * MEBIBYTE;
/** Nothing heavier is decoded: with its process it stays below what a server may grow by, 1.2 GiB. */
const WEIGHT_MAX_BYTES = 900 * MEBIBYTE;
/** Many times what the heaviest takes on an idle machine: it comes last for the processors. */
const DEADLINE_MS = 120_000;
/** Idle time after which the processes end and free their memory. */
const IDLE_MS = 60_000;
const RETRY_S = 5;

/**
 * The owner of a picture. A picture from an engine was paid for: it waits as long as it must. So does one for an engine, or one that has
 * waited for a place elsewhere, but it comes in its member's turn.
 */
export type DecodeFor = { readonly memberId: string; readonly hasPlace?: boolean } | 'engine';

interface QueuedPicture {
  readonly task: DecodeTask;
  readonly bytes: Buffer;
  readonly owner: string | null;
  /** Whether it counts among those that may wait. */
  readonly isCounted: boolean;
  readonly resolve: (decoded: DecodeResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A picture that was read and waits until it fits into memory beside the other. */
interface WeighedPicture {
  readonly weightBytes: number;
  readonly begin: () => void;
}

/**
 * Decodes pictures in two separate processes, so that neither their time and memory nor a fault of the decoder reaches the process that
 * answers and saves. Members are served in turn.
 */
export class DecodeQueue {
  readonly #free = Array.from({ length: PROCESSES }, () => new DecodeProcess());
  readonly #busy = new Map<DecodeProcess, QueuedPicture>();
  readonly #waiting: QueuedPicture[] = [];
  readonly #weighed: WeighedPicture[] = [];
  readonly #decoding = new Set<WeighedPicture>();
  #idle: NodeJS.Timeout | undefined;

  /** How many pictures wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Throws ApiError: 413 for one that has more pixels or needs more memory than is taken, 422 for one that cannot be read, 503 when
   * too many wait already.
   */
  decode(task: DecodeTask, bytes: Buffer, whose: DecodeFor): Promise<DecodeResult> {
    const owner = whose === 'engine' ? null : whose.memberId;
    const isCounted = whose !== 'engine' && whose.hasPlace !== true;
    if (owner !== null && isCounted) this.refuseFull(owner);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, bytes, owner, isCounted, resolve, reject });
      this.#next();
    });
  }

  /** Throws ApiError 503 when a further picture of this member would have no place: to be asked before it is read. */
  refuseFull(owner: string): void {
    const waiting = this.#waiting.filter(({ isCounted }) => isCounted);
    const own = waiting.filter((queued) => queued.owner === owner);
    if (waiting.length >= WAITING_MAX || own.length >= WAITING_OF_MEMBER_MAX) throw picturesBusy();
  }

  #next(): void {
    clearTimeout(this.#idle);
    const decodeProcess = this.#free[0];
    const queued = decodeProcess && this.#takeNext();
    if (queued) {
      this.#free.shift();
      this.#busy.set(decodeProcess, queued);
      void this.#run(decodeProcess, queued).finally(() => {
        this.#busy.delete(decodeProcess);
        // The warm one is next.
        this.#free.unshift(decodeProcess);
        this.#next();
      });
      this.#next();
    } else if (this.#busy.size === 0) {
      this.#idle = setTimeout(() => this.#free.forEach((one) => one.stop()), IDLE_MS).unref();
    }
  }

  /** Takes the next picture from the queue: the first from an engine or of a member who has none in progress, else the first of all. */
  #takeNext(): QueuedPicture | undefined {
    const owners = new Set([...this.#busy.values()].map(({ owner }) => owner));
    const fair = this.#waiting.findIndex(({ owner }) => owner === null || !owners.has(owner));
    return this.#waiting.splice(Math.max(0, fair), 1)[0];
  }

  async #run(decodeProcess: DecodeProcess, { task, bytes, resolve, reject }: QueuedPicture): Promise<void> {
    let held: WeighedPicture | undefined;
    const admit = async (head: PictureHead): Promise<void> => {
      refuseHeavy(head);
      held = await this.#room(head.weightBytes);
    };
    try {
      resolve(await decodeProcess.run({ task, bytes, admit, deadlineMs: DEADLINE_MS }));
    } catch (error) {
      reject(toldOf(error));
    } finally {
      if (held) this.#decoding.delete(held);
      this.#admitWeighed();
    }
  }

  /** Waits for room, in the order of coming, so that a heavy picture is not passed for ever. */
  #room(weightBytes: number): Promise<WeighedPicture> {
    return new Promise((resolve) => {
      const weighed: WeighedPicture = { weightBytes, begin: () => resolve(weighed) };
      this.#weighed.push(weighed);
      this.#admitWeighed();
    });
  }

  #admitWeighed(): void {
    const [first] = this.#weighed;
    if (first === undefined) return;
    const together = [...this.#decoding].reduce((sum, { weightBytes }) => sum + weightBytes, first.weightBytes);
    if (this.#decoding.size > 0 && together > TOGETHER_MAX_BYTES) return;
    this.#weighed.shift();
    this.#decoding.add(first);
    first.begin();
    this.#admitWeighed();
  }
}

function refuseHeavy({ width, height, weightBytes }: PictureHead): void {
  if (width * height > PICTURE_MAX_PIXELS) {
    throw tooLarge('The picture has more than 64 megapixels. Choose a smaller one.');
  }
  if (weightBytes > WEIGHT_MAX_BYTES) {
    throw tooLarge('In this form the picture takes too much memory to read. Make it smaller, or save it as a JPEG.');
  }
}

function toldOf(error: unknown): unknown {
  if (error instanceof ProcessLost) return picturesBusy();
  if (!(error instanceof Unreadable)) return error;
  return new ApiError(422, 'pictureUnreadable', 'The picture is damaged and cannot be read. Choose another.');
}

function tooLarge(message: string): ApiError {
  return new ApiError(413, 'pictureTooLarge', message);
}

/** Tells of a picture that has no place. */
export function picturesBusy(): ApiError {
  const message = 'Too many pictures are being read at once. Try again in a moment.';
  return new ApiError(503, 'picturesBusy', message, { 'Retry-After': String(RETRY_S) });
}
