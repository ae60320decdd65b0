import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { checkJson } from './checkJson';
import { readBytes } from './readBytes';

/**
 * Makes this part of the app read JSON bodies of one media type. Keys that reach for prototypes are refused. An empty
 * body reads as undefined: a route that needs one says so itself. One of more bytes stays bytes, for whoever is to parse it.
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

/** Looks into every body once it is read, whatever part of the app reads it. */
export function checkBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // What comes as bytes is checked by whoever parses it.
    if (!Buffer.isBuffer(request.body)) checkJson(request.body);
    done();
  });
}
