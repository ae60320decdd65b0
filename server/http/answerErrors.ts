import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ApiError } from '../errors';
import { REQUEST_ID_HEADER } from './logging';

/** The sentences for what the framework itself refuses. */
const SENTENCES = new Map<number, { code: string; message: string }>([
  [
    400,
    { code: 'badRequest', message: 'The server could not read this request. Check its address, headers and body.' },
  ],
  [408, { code: 'tooSlow', message: 'The request took too long to arrive. Try again.' }],
  [413, { code: 'bodyTooLarge', message: 'The request is larger than the server takes here. Send less at once.' }],
  [415, { code: 'unsupportedMediaType', message: 'The server does not take this kind of content here.' }],
  [429, { code: 'tooManyRequests', message: 'Too many requests from this address. Wait a moment and try again.' }],
]);
export const NOT_FOUND = new ApiError(404, 'notFound', 'There is nothing at this address.');

/**
 * Sends every error as `{message, error, code}`. An unexpected error is logged and sent without its details; its `requestId` leads from
 * the answer to the log.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendError(reply, NOT_FOUND));
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    // An expected error is logged only when it has a cause.
    if (toApiError(error, request.id).status >= 500 && (!(error instanceof ApiError) || error.cause !== undefined)) {
      request.log.error({ err: error }, 'a request broke');
    }
    return sendError(reply, error);
  });
}

/** Sends any error as an answer. */
export function sendError(reply: FastifyReply, thrown: FastifyError | ApiError): FastifyReply {
  const { id } = reply.request;
  const error = toApiError(thrown, id);
  const body = error.status >= 500 ? { ...error.body, requestId: id } : error.body;
  return (
    reply
      .code(error.status)
      .headers(error.headers)
      .header(REQUEST_ID_HEADER, id)
      // A route may have let its good answer be kept.
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      // Sent as text: a route's answer schema must not block an error.
      .send(JSON.stringify(body))
  );
}

function toApiError(error: FastifyError | ApiError, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const where = issue?.instancePath ? ` at ${issue.instancePath}` : '';
    return new ApiError(400, 'invalidRequest', `The request is not valid${where}: ${issue?.message ?? 'check it'}.`);
  }
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) {
    return new ApiError(400, 'invalidJson', 'The body is not valid JSON.');
  }
  const known = SENTENCES.get(status);
  if (known) return new ApiError(status, known.code, known.message);
  return status >= 400 && status < 500
    ? new ApiError(status, 'badRequest', 'The request was refused.')
    : broken(requestId);
}

function broken(requestId: string): ApiError {
  const message = `Something went wrong on the server. Try again in a moment; if it stays, tell whoever runs it: ${requestId}.`;
  return new ApiError(500, 'internal', message);
}
