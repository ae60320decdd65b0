import { ApiError } from './errors';

/**
 * Returns the row that the same Idempotency-Key has begun before. Throws ApiError 422 when it came with another body.
 *
 * @param what What the row is, in the words of the failure.
 */
export function joinEarlier<Row extends { readonly body_hash: string | null }>(
  earlier: Row,
  bodyHash: string,
  what: 'request' | 'run',
): Row {
  if (earlier.body_hash === bodyHash) return earlier;
  throw new ApiError(422, 'keyReused', `This Idempotency-Key was used for another ${what}. Send a new one.`);
}
