import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { JSON_MAX_DEPTH } from '../src/api/contract';
import { ApiError } from './errors';

/**
 * Makes this part of the app read JSON bodies of one media type. Keys that reach for prototypes are refused, and so
 * is anything nested deeper than 64. An empty body reads as undefined: a route that needs one says so itself.
 */
export function readJson(app: FastifyInstance, contentType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parser: FastifyBodyParser<string> = (request, body, done) => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    void parse(request, body, (error, value: unknown) => {
      if (error) done(error);
      else if (isDeeperThan(value, JSON_MAX_DEPTH)) done(tooDeep());
      else done(null, value);
    });
  };
  app.addContentTypeParser(contentType, { parseAs: 'string' }, parser);
}

/** Whether lists and objects are nested more than this many times. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

export function tooDeep(): ApiError {
  return new ApiError(413, 'jsonTooDeep', `The JSON is nested more than ${JSON_MAX_DEPTH} times.`);
}
