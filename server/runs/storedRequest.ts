import type { PlannedRequest, PlannedStep } from '../../src/engine';
import { ApiError } from '../errors';
import { MEBIBYTE } from '../bytes';

/** Most bytes that the requests of one run have together, as its steps store them. */
const REQUESTS_MAX_BYTES = 32 * MEBIBYTE;

/** The request of a step that is over: nothing reads it any more, and it may have been long. */
export const NO_REQUEST = JSON.stringify({ settings: {}, items: [] });

/** A request as its step stores it. */
export function storedRequest({ model, settings, items }: PlannedRequest): string {
  return JSON.stringify({ model, settings, items });
}

/** Sums up the requests of a plan while it is made, with the node and the cell of each. */
export class RequestBytes {
  #bytes = 0;

  /** Whether the requests of the steps up to this one may be those of one run. */
  admits({ nodeId, cell, state, isChosen, request }: PlannedStep): boolean {
    this.#bytes += Buffer.byteLength(nodeId) + (cell === undefined ? 0 : Buffer.byteLength(JSON.stringify(cell)));
    // A step that is over as the run begins stores none.
    const isStored = state === 'run' || (state === 'kept' && !isChosen);
    if (isStored) this.#bytes += Buffer.byteLength(storedRequest(request));
    return this.#bytes <= REQUESTS_MAX_BYTES;
  }

  /** Throws ApiError 413 when one was not admitted. */
  check(): void {
    if (this.#bytes <= REQUESTS_MAX_BYTES) return;
    const mebibytes = REQUESTS_MAX_BYTES / 1024 ** 2;
    const message = `The requests of a run have at most ${mebibytes} MiB together. Choose less, or shorten the words.`;
    throw new ApiError(413, 'tooManySteps', message);
  }
}
