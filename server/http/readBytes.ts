import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { MEBIBYTE } from '../bytes';

/** How much memory is allocated for an announced body at once; more is allocated when so much has come. */
const AHEAD_MAX_BYTES = 32 * MEBIBYTE;

/**
 * Takes bodies of one media type as bytes in this scope and hands each to the parser. Chunks are copied as they come: fastify joins them
 * at the end, which blocks the thread for a millisecond for each MiB.
 */
export function readBytes(app: FastifyInstance, contentType: string, parser: FastifyBodyParser<Buffer>): void {
  app.addContentTypeParser(contentType, (request, payload: Readable, done) => {
    const length = request.headers['content-length'];
    const expected = length === undefined ? null : Number(length);
    collect(payload, expected, request.routeOptions.bodyLimit).then(
      (body) => void parser(request, body, done),
      (error: Error) => done(error, undefined),
    );
  });
}

/** Throws as fastify does. */
function collect(payload: Readable, expected: number | null, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (expected !== null && expected > limit) {
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      return;
    }
    let bytes: Buffer = Buffer.from(new ArrayBuffer(Math.min(expected ?? 0, AHEAD_MAX_BYTES)));
    let received = 0;
    const take = (chunk: Buffer): void => {
      const end = received + chunk.byteLength;
      if (end > limit) {
        leave();
        reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
        return;
      }
      if (end > bytes.byteLength) bytes = inMore(bytes, received, Math.max(end, expected ?? 2 * end));
      chunk.copy(bytes, received);
      received = end;
    };
    const finish = (): void => {
      leave();
      if (expected !== null && received !== expected) reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
      // A buffer that is used whole can be transferred to another thread.
      else resolve(received === bytes.byteLength ? bytes : inMore(bytes, received, received));
    };
    const fail = (error: Error): void => {
      leave();
      reject(Object.assign(error, { statusCode: 400 }));
    };
    const leave = (): void => {
      payload.off('data', take).off('end', finish).off('error', fail);
    };
    payload.on('data', take).on('end', finish).on('error', fail).resume();
  });
}

function inMore(bytes: Buffer, used: number, size: number): Buffer {
  const more = Buffer.from(new ArrayBuffer(size));
  bytes.copy(more, 0, 0, used);
  return more;
}
