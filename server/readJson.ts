import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { checkJson } from './checkJson';

/**
 * Makes this part of the app read JSON bodies of one media type. Keys that reach for prototypes are refused. An empty
 * body reads as undefined: a route that needs one says so itself.
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
      else done(null, value);
    });
  };
  app.addContentTypeParser(contentType, { parseAs: 'string' }, parser);
}

/** Looks into every body once it is read, whatever part of the app reads it. */
export function checkBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // What comes as bytes is checked by whoever parses it.
    if (!Buffer.isBuffer(request.body)) checkJson(request.body);
    done();
  });
}
