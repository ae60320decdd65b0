import { ApiError } from '../errors';

export function noCanvas(): ApiError {
  return new ApiError(409, 'noCanvas', 'This project has no canvas yet. Send a whole one first.');
}
