import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors';

/**
 * The bytes of the one file in a multipart body. Throws 400 when it is broken, 413 over `maxBytes`, 415 when the body is no multipart, 422
 * when the field is missing.
 */
export async function readUpload(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new ApiError(415, 'notMultipart', `Send the picture as multipart/form-data in the field '${field}'.`);
  }
  try {
    const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11 } });
    if (part?.fieldname === field) return await part.toBuffer();
    part?.file.resume();
  } catch (error) {
    // The form's reader has no status for a form that is cut off, or for a body that is none.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new ApiError(400, 'badForm', 'The form with the picture did not arrive whole. Send it again.');
  }
  throw new ApiError(422, 'fieldMissing', `The picture is missing: send it in the field '${field}'.`);
}
