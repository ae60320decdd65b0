import { ApiError } from '../errors';

/** The revisions an If-Match header accepts; null when any will do. A tag that is no revision matches none. */
export function parseIfMatch(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((tag) => {
    const [, revision] = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(tag) ?? [];
    return revision === undefined ? Number.NaN : Number(revision);
  });
}

/** 412: the canvas has moved on. */
export function behind(revision: number, more: Record<string, unknown> = {}): ApiError {
  const message = 'The canvas was changed meanwhile. Take those changes over and save again.';
  return new ApiError(412, 'revisionBehind', message, {}, { revision, ...more });
}
