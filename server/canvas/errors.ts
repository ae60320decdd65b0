import { ApiError } from '../errors';

export function noCanvas(): ApiError {
  return new ApiError(409, 'noCanvas', 'This project has no canvas yet. Send a whole one first.');
}

/** Refusals of a patch that are said in the same words each time. */
const REFUSALS: Readonly<Record<string, string>> = {
  pathMissing: 'The patch names a path that is not in the canvas. Load it again.',
  testFailed: 'A test of the patch failed: the canvas is not what it expected.',
  forbiddenPath: 'The patch names a path that is never allowed.',
  canvasTooLarge: 'The canvas is larger than 128 MiB. Remove something from it.',
  patchTooLarge: 'The copies of a patch may add at most 16 MiB.',
};
const REFUSED_BEFORE = 'This patch was refused before, and nothing was changed. Load the canvas and send a new one.';

export const patchRefused = (status: number, code: string): ApiError =>
  new ApiError(status, code, REFUSALS[code] ?? REFUSED_BEFORE);

/** 412: the canvas has moved on. */
export function behind(revision: number, more: Record<string, unknown> = {}): ApiError {
  const message = 'The canvas was changed meanwhile. Take those changes over and save again.';
  return new ApiError(412, 'revisionBehind', message, {}, { revision, ...more });
}
