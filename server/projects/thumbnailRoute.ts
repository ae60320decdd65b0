import type { FastifyInstance } from 'fastify';
import { THUMBNAIL_MAX_BYTES, thumbnailAnswer } from '../../src/api/contract';
import type { z } from 'zod';
import { memberOf } from '../access/recogniseMember';
import { pictureDecoder } from '../files/decoding';
import { ApiError } from '../errors';
import type { Pictures } from '../files/pictures';
import { readUpload } from '../files/readUpload';
import { SET_THUMBNAIL } from './operations';
import { parseProjectId } from './project';
import type { ProjectStore } from './ProjectStore';
import { projectParams } from './routes';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PUT of a project's thumbnail. Register in a scope that takes multipart bodies. */
export function thumbnailRoute(app: FastifyInstance, deps: { projects: ProjectStore; pictures: Pictures }): void {
  app.put<{ Params: z.infer<typeof projectParams> }>(
    '/projects/:pid/thumbnail',
    {
      onRequest: app.requireMember,
      config: { operation: SET_THUMBNAIL, counted: 'upload' },
      schema: { params: projectParams, response: { 200: thumbnailAnswer } },
    },
    async (request) => {
      const memberId = memberOf(request).id;
      const projectId = parseProjectId(request.params.pid);
      await deps.projects.check(memberId, projectId);
      pictureDecoder.refuseFull(memberId);
      const bytes = await readUpload(request, 'thumbnail', THUMBNAIL_MAX_BYTES);
      if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
        throw new ApiError(415, 'notAPng', 'The thumbnail must be a PNG picture.');
      }
      const { url } = await deps.pictures.storeThumbnail(memberId, bytes);
      await deps.projects.setThumbnail(memberId, projectId, url);
      return { thumbnail: url };
    },
  );
}
