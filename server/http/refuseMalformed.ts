import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { ApiError } from '../errors';

const MALFORMED = new ApiError(400, 'badRequest', 'The server could not read this request.');
const REASONS = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', new ApiError(408, 'tooSlow', 'The request took too long to arrive. Try again.')],
  ['HPE_HEADER_OVERFLOW', new ApiError(431, 'headersTooLarge', 'The headers are larger than the server takes.')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', new ApiError(413, 'bodyTooLarge', 'The request is larger than the server takes.')],
]);

/** Answers bytes that are no HTTP request and closes the connection. Logs nothing of them: they may hold a cookie. */
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
