import { JSON_MAX_DEPTH } from '../../src/api/contract';
import { ApiError } from '../errors';

/**
 * Throws 413 when lists and objects are nested more than `depth` times, 422 when an object has a key that other code
 * could take for its prototype. Plain loops: this walks whole canvases.
 */
export function checkJson(value: unknown, depth: number = JSON_MAX_DEPTH): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth <= 0) throw new ApiError(413, 'jsonTooDeep', `The JSON is nested more than ${JSON_MAX_DEPTH} times.`);
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') checkJson(item, depth - 1);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    if (key === '__proto__') throw new ApiError(422, 'forbiddenKey', 'The JSON has a key that is never allowed.');
    const field = fields[key];
    if (typeof field === 'object') checkJson(field, depth - 1);
  }
}
