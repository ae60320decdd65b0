import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { PICTURE_MAX_BYTES, fileAnswer } from '../../src/api/contract';
import { credentials, smallQuery } from '../../src/api/contractTakes';
import type { BytesInFlight } from '../http/admitBodies';
import { memberOf } from '../access/recogniseMember';
import { pictureDecoder } from './decoding';
import { GET_CREDENTIALS, GET_FILE, UPLOAD_FILE } from './operations';
import { pictureNotFound } from './errors';
import type { Pictures } from './pictures';
import { readUpload } from './readUpload';
import { SmallPictures } from './SmallPictures';

const fileParams = z.object({ name: z.string() });

/** Uploading pictures and looking at them. Register in a scope that takes multipart bodies. */
export function fileRoutes(app: FastifyInstance, deps: { pictures: Pictures; inFlight: BytesInFlight }): void {
  const onRequest = app.requireMember;
  const small = new SmallPictures(deps);

  app.post(
    '/files',
    { onRequest, config: { operation: UPLOAD_FILE, counted: 'upload' }, schema: { response: { 201: fileAnswer } } },
    async (request, reply) => {
      pictureDecoder.refuseFull(memberOf(request).id);
      const bytes = await readUpload(request, 'file', PICTURE_MAX_BYTES);
      return reply.code(201).send(await deps.pictures.store(memberOf(request).id, bytes));
    },
  );

  app.get<{ Params: z.infer<typeof fileParams> }>(
    '/files/:name/credentials',
    {
      onRequest,
      config: { operation: GET_CREDENTIALS },
      schema: { params: fileParams, response: { 200: credentials } },
    },
    async (request, reply) => {
      const { id } = memberOf(request);
      const take = (bytes: number) => deps.inFlight.take(id, bytes);
      const found = await deps.pictures.credentials(id, `/files/${request.params.name}`, take);
      if (found === null) throw pictureNotFound();
      return reply.header('cache-control', 'private, max-age=86400').send(found);
    },
  );

  app.get<{ Params: z.infer<typeof fileParams>; Querystring: z.infer<typeof smallQuery> }>(
    '/files/:name',
    { onRequest, config: { operation: GET_FILE }, schema: { params: fileParams, querystring: smallQuery } },
    async (request, reply) => {
      const { id } = memberOf(request);
      const { name } = request.params;
      const url = `/files/${name}`;
      const { size } = request.query;
      const forGood = reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox");
      if (size !== undefined) {
        if (!(await deps.pictures.isOf(id, url))) throw pictureNotFound();
        const made = await small.make({ memberId: id, url, size }, goneOf(reply));
        if (made === null) throw pictureNotFound();
        return forGood.type(made.contentType).send(made.bytes);
      }
      const picture = await deps.pictures.open(id, url);
      if (picture === null) throw pictureNotFound();
      return forGood.type(picture.contentType).header('content-length', picture.file.bytes).send(picture.file.stream);
    },
  );
}

/** Aborted once the answer is sent or its reader has gone. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  finished(raw, () => gone.abort());
  return gone.signal;
}
