import type { FastifyBodyParser, FastifyInstance, FastifyServerOptions } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors';
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

const MALFORMED = new ApiError(400, 'badRequest', 'The server could not read this request.');
const REASONS = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', new ApiError(408, 'tooSlow', 'The request took too long to arrive. Try again.')],
  ['HPE_HEADER_OVERFLOW', new ApiError(431, 'headersTooLarge', 'The headers are larger than the server takes.')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', new ApiError(413, 'bodyTooLarge', 'The request is larger than the server takes.')],
]);

/** Answers bytes that are no HTTP request and closes the connection. Logs none of them: they may contain a cookie. */
export const refuseMalformed: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, body } = REASONS.get(error.code) ?? MALFORMED;
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  else socket.destroy();
};

/** The headers of an answer that is sent before any hook has run. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;
