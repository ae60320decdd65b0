import { ApiError } from '../errors';

/** The same answer for a version that never was, one that is gone and one of another project. */
export function versionNotFound(): ApiError {
  return new ApiError(404, 'versionNotFound', 'There is no such version. It may have been deleted.');
}

/** A version's number from an address. Anything that is no integer names no version: throws 404. */
export function parseVersionId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw versionNotFound();
  return Number(text);
}
