import type { PlannedRequest, PlannedStep } from '../../src/engine';
import { ApiError } from '../errors';
import { MEBIBYTE } from '../bytes';

/** Most bytes that the requests and the kept texts of one run have together, as its steps store them. */
const REQUESTS_MAX_BYTES = 32 * MEBIBYTE;

/** The request of a step that is over: nothing reads it any more, and it may have been long. */
export const NO_REQUEST = JSON.stringify({ settings: {}, items: [] });

/** A request as its step stores it. */
export function storedRequest({ model, settings, items }: PlannedRequest): string {
  return JSON.stringify({ model, settings, items });
}

/** Whether the run needs nothing more of a step: a take of another node is copied when the run gets there, so that the node has its own. */
export const isOverAtFirst = (step: PlannedStep): step is PlannedStep & { state: 'kept' | 'blocked' } =>
  step.state === 'blocked' || (step.state === 'kept' && step.isChosen === true);

/** Sums up the requests of a plan while it is made, with the node, the cell and the kept value of each. */
export class RequestBytes {
  #bytes = 0;

  /** Whether the requests of the steps up to this one may be those of one run. */
  admits(step: PlannedStep): boolean {
    const { nodeId, cell, take, request } = step;
    this.#bytes += Buffer.byteLength(nodeId) + (cell === undefined ? 0 : Buffer.byteLength(JSON.stringify(cell)));
    this.#bytes += Buffer.byteLength(take?.value ?? '');
    if (!isOverAtFirst(step)) this.#bytes += Buffer.byteLength(storedRequest(request));
    return this.#bytes <= REQUESTS_MAX_BYTES;
  }

  /** Throws ApiError 413 when one was not admitted. */
  check(): void {
    if (this.#bytes <= REQUESTS_MAX_BYTES) return;
    const mebibytes = REQUESTS_MAX_BYTES / 1024 ** 2;
    const message = `The requests and kept texts of a run have at most ${mebibytes} MiB together. Choose less, or shorten the words.`;
    throw new ApiError(413, 'tooManySteps', message);
  }
}
