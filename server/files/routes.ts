import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PICTURE_MAX_BYTES, fileAnswer } from '../../src/api/contract';
import { memberOf } from '../access/recogniseMember';
import { pictureDecoder } from './decoding';
import { ApiError } from '../errors';
import { GET_FILE, UPLOAD_FILE } from './operations';
import type { Pictures } from './pictures';
import { readUpload } from './readUpload';

const fileParams = z.object({ name: z.string() });

/** Uploading pictures and looking at them. Register in a scope that takes multipart bodies. */
export function fileRoutes(app: FastifyInstance, deps: { pictures: Pictures }): void {
  const onRequest = app.requireMember;

  app.post(
    '/files',
    { onRequest, config: { operation: UPLOAD_FILE, counted: 'upload' }, schema: { response: { 201: fileAnswer } } },
    async (request, reply) => {
      pictureDecoder.refuseFull(memberOf(request).id);
      const bytes = await readUpload(request, 'file', PICTURE_MAX_BYTES);
      return reply.code(201).send(await deps.pictures.keep(memberOf(request).id, bytes));
    },
  );

  app.get<{ Params: z.infer<typeof fileParams> }>(
    '/files/:name',
    { onRequest, config: { operation: GET_FILE }, schema: { params: fileParams } },
    async (request, reply) => {
      const picture = await deps.pictures.open(memberOf(request).id, `/files/${request.params.name}`);
      if (picture === null) {
        throw new ApiError(404, 'pictureNotFound', 'There is no such picture, or it is not yours.');
      }
      return reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(picture.contentType)
        .header('content-length', picture.file.bytes)
        .send(picture.file.stream);
    },
  );
}
