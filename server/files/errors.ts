import { ApiError } from '../errors';

const TRY_AGAIN_S = 5;

/** A failure of the file store. Members are told to try again; the cause is for the log. */
export class StoreUnavailable extends ApiError {
  override readonly cause: Error;
  /** Whether waiting may help: a store that refuses our keys goes on refusing them. */
  readonly passes: boolean;

  constructor(cause: Error, passes: boolean) {
    super(503, 'storeUnavailable', 'The store of the pictures does not answer. Try again in a moment.', {
      'retry-after': String(TRY_AGAIN_S),
    });
    this.cause = cause;
    this.passes = passes;
  }
}

/** The same answer for a picture that does not exist and one of another member. */
export function pictureNotFound(): ApiError {
  return new ApiError(404, 'pictureNotFound', 'There is no such picture, or it is not yours.');
}
