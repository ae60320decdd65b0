import { ApiError } from '../errors';

/** Another process was faster each time. */
export function canvasBusy(): ApiError {
  const message = 'The canvas is being changed from elsewhere. Try again in a moment.';
  return new ApiError(503, 'canvasBusy', message, { 'Retry-After': '1' });
}
