import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_MAX_BYTES } from '../../src/api/contract';
import type { BytesInFlight } from './BytesInFlight';

/** A form with a picture, and what is around it. */
const FORM_MAX_BYTES = PICTURE_MAX_BYTES + 64 * 1024;

/** Has room set aside for a body before it is read, until its request is answered. Throws 503 where there is none. */
export function admitBodies(app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesToCome(request);
    try {
      if (bytes > 0) inFlight.takeUntilSent(reply, request.member?.id ?? request.ip, bytes);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The announced bytes of a body, or else the most that may come. A body that is refused for its length alone is not read. */
export function bytesToCome({ headers, routeOptions }: FastifyRequest): number {
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  const most = isForm ? FORM_MAX_BYTES : (routeOptions.bodyLimit ?? 0);
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : most;
  if (Number(length) <= most) return Number(length);
  return isForm ? most : 0;
}
