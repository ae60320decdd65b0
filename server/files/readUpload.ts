import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors';

/**
 * The bytes of the one file in a multipart body. Throws 413 over `maxBytes`, 415 when the body is no multipart, 422
 * when the field is missing.
 */
export async function readUpload(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new ApiError(415, 'notMultipart', `Send the picture as multipart/form-data in the field '${field}'.`);
  }
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11 } });
  if (part === undefined || part.fieldname !== field) {
    part?.file.resume();
    throw new ApiError(422, 'fieldMissing', `The picture is missing: send it in the field '${field}'.`);
  }
  return part.toBuffer();
}
