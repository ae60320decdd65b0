import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { checkJson } from './checkJson';
import { readBytes } from './readBytes';

/**
 * Parses JSON bodies of one media type in this scope, and refuses keys that reach for prototypes. An empty body is undefined. A body
 * of more than `atMostBytes` stays bytes, for a worker thread to parse.
 */
export function readJson(app: FastifyInstance, contentType: string, atMostBytes = Number.POSITIVE_INFINITY): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parser: FastifyBodyParser<Buffer> = (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (body.length > atMostBytes) done(null, body);
    else {
      void parse(request, body.toString(), (error, value: unknown) => {
        if (error) done(error);
        else done(null, value);
      });
    }
  };
  readBytes(app, contentType, parser);
}

/** Checks every parsed body, in every scope. */
export function checkBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // Bytes are checked where they are parsed.
    if (!Buffer.isBuffer(request.body)) checkJson(request.body);
    done();
  });
}
