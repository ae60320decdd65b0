import { ApiError } from '../errors';

/** The same answer for a project that never was, one that is gone and one of somebody else. */
export function projectNotFound(): ApiError {
  return new ApiError(404, 'projectNotFound', 'There is no such project. It may have been deleted.');
}

/** A project's number from an address. Anything that is no integer names no project: throws 404. */
export function parseProjectId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw projectNotFound();
  return Number(text);
}
