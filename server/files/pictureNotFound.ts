import { ApiError } from '../errors';

/** The same answer for a picture that never was and one of somebody else. */
export function pictureNotFound(): ApiError {
  return new ApiError(404, 'pictureNotFound', 'There is no such picture, or it is not yours.');
}
