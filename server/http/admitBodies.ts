import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { finished } from 'node:stream';
import { PICTURE_MAX_BYTES } from '../../src/api/contract';
import { ApiError } from '../errors';
import { NOT_FOUND } from './answerErrors';
import { MEBIBYTE } from '../bytes';

/** A member's own requests and answers: the largest body and a little more. */
const OF_OWNER_MAX_BYTES = 320 * MEBIBYTE;
/** Limit of the visitors' bodies together, which hold a name to sign in with. A stranger with many addresses must not take the members' room. */
const OF_VISITORS_MAX_BYTES = 2 * MEBIBYTE;
/** The bodies of the visitors of one address. */
const OF_ADDRESS_MAX_BYTES = MEBIBYTE / 4;
/** Room that larger bodies leave free for smaller ones, so that saves go on while whole canvases wait. */
const LEFT_FREE = [
  { above: 32 * MEBIBYTE, bytes: 256 * MEBIBYTE },
  { above: MEBIBYTE, bytes: 64 * MEBIBYTE },
] as const;
const RETRY_S = 5;

interface Visitor {
  readonly address: string;
}

const roomsOf = ({ address }: Visitor): Readonly<Record<string, number>> => ({
  visitors: OF_VISITORS_MAX_BYTES,
  [`visitors at ${address}`]: OF_ADDRESS_MAX_BYTES,
});

/** Limits the memory of the bodies of requests and answers, before they are read. */
export class BytesInFlight {
  readonly #maxBytes: number;
  readonly #ofOwners = new Map<string, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Reserves bytes for a member, or for a visitor. Call the returned function to release them. Throws ApiError 503 while there is no room. */
  take(owner: string | Visitor, bytes: number): () => void {
    const owners = typeof owner === 'string' ? { [owner]: OF_OWNER_MAX_BYTES } : roomsOf(owner);
    const free = LEFT_FREE.find(({ above }) => bytes > above)?.bytes ?? 0;
    const isOverOwn = Object.entries(owners).some(([name, most]) => {
      const own = this.#ofOwners.get(name) ?? 0;
      return own > 0 && own + bytes > most;
    });
    if (isOverOwn || this.#bytes + bytes > this.#maxBytes - free) throw tooMuchInFlight();
    this.#bytes += bytes;
    for (const name of Object.keys(owners)) this.#ofOwners.set(name, (this.#ofOwners.get(name) ?? 0) + bytes);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#bytes -= bytes;
      for (const name of Object.keys(owners)) {
        const left = (this.#ofOwners.get(name) ?? 0) - bytes;
        if (left > 0) this.#ofOwners.set(name, left);
        else this.#ofOwners.delete(name);
      }
    };
  }

  /** Reserves bytes until the answer is sent or its reader has gone. */
  takeUntilSent(reply: FastifyReply, owner: string | Visitor, bytes: number): void {
    finished(reply.raw, this.take(owner, bytes));
  }
}

function tooMuchInFlight(): ApiError {
  const message = 'The server holds as much as it can at once. Try again in a moment.';
  return new ApiError(503, 'serverBusy', message, { 'Retry-After': String(RETRY_S) });
}

/** A form with a picture, and what is around it. */
const FORM_MAX_BYTES = PICTURE_MAX_BYTES + 64 * 1024;

/** Most bodies are a name or a prompt; routes that take more say so. */
const BODY_MAX_BYTES = MEBIBYTE;
/** A body that no route takes, such as the `{}` that some clients send with each request. */
export const NO_BODY_MAX_BYTES = 1024;
/** A shorter answer is not counted. One in parts is counted by its route, before the parts are made. */
const ANSWER_MIN_BYTES = 64 * 1024;

/** Has room set aside for a body before it is read, until its request is answered. Throws 503 where there is none. */
export function admitBodies(app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.body !== undefined) route.bodyLimit ??= BODY_MAX_BYTES;
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesToCome(request);
    try {
      // A body that nobody takes is not read.
      if (request.is404 && request.headers['content-length'] !== undefined) throw NOT_FOUND;
      if (bytes > 0) inFlight.takeUntilSent(reply, request.member?.id ?? { address: request.ip }, bytes);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Has room set aside for a member's answer until it is sent: however slowly it is read, it is held. Answers with 503 where there is none. */
export function admitAnswers(app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    try {
      if (request.member && bytes > ANSWER_MIN_BYTES) inFlight.takeUntilSent(reply, request.member.id, bytes);
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
