import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OpenedHead, ProjectHead } from '../../src/api/contract';
import {
  JSON_SEQUENCE,
  RECORD_SEPARATOR,
  projectHead,
  projectList,
  projectListQuery,
  projectRecord,
  renameProject,
} from '../../src/api/contract';
import { memberOf } from '../access/recogniseMember';
import type { BytesInFlight } from '../http/admitBodies';
import type { KeyedMutex } from '../Mutex';
import { checkName } from '../names';
import { escapeText } from '../canvas/escapeText';
import { DELETE_PROJECT, LIST_PROJECTS, OPEN_PROJECT, RENAME_PROJECT } from './operations';
import { parseProjectId } from './project';
import type { ProjectStore } from './ProjectStore';

export const projectParams = z.object({ pid: z.string() });

/** Listing, reading, renaming and deleting projects. */
export function projectRoutes(
  app: FastifyInstance,
  deps: { projects: ProjectStore; reads: KeyedMutex; inFlight: BytesInFlight },
): void {
  const { projects, reads, inFlight } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = app.requireMember;

  routes.get(
    '/projects',
    {
      onRequest,
      config: { operation: LIST_PROJECTS },
      schema: { querystring: projectListQuery, response: { 200: projectList } },
    },
    async (request, reply) => {
      const { id } = memberOf(request);
      const { projects: page, next } = await reads.run(id, () => projects.list(id, request.query));
      if (next !== null) {
        const query = new URLSearchParams(new URL(request.url, 'http://localhost').search);
        query.set('before', next);
        reply.header('link', `</projects?${query.toString()}>; rel="next"`);
      }
      return reply.send(page);
    },
  );

  app.get<{ Params: z.infer<typeof projectParams> }>(
    '/projects/:pid',
    {
      onRequest,
      config: { operation: OPEN_PROJECT },
      schema: { params: projectParams, response: { 200: projectRecord } },
    },
    async (request, reply) => {
      const memberId = memberOf(request).id;
      const { head, canvas } = await projects.read(memberId, parseProjectId(request.params.pid));
      inFlight.takeUntilSent(reply, memberId, canvas.byteLength);
      reply.headers({ etag: `"${head.revision}"`, 'cache-control': 'no-store', vary: 'Accept' });
      if (request.headers.accept?.includes(JSON_SEQUENCE)) {
        const parts = writeSequence({ ...head, memberId }, canvas);
        // The length tells a reader that the body will take its time.
        reply.header(
          'content-length',
          parts.reduce((sum, { byteLength }) => sum + byteLength, 0),
        );
        return reply.type(JSON_SEQUENCE).send(Readable.from(parts));
      }
      return reply.type('application/json; charset=utf-8').send(Readable.from(writeRecord(head, canvas)));
    },
  );

  routes.put(
    '/projects/:pid/name',
    {
      onRequest,
      config: { operation: RENAME_PROJECT },
      schema: { params: projectParams, body: renameProject, response: { 200: projectHead } },
    },
    (request) =>
      projects.rename(memberOf(request).id, parseProjectId(request.params.pid), checkName(request.body.name)),
  );

  routes.delete(
    '/projects/:pid',
    { onRequest, config: { operation: DELETE_PROJECT }, schema: { params: projectParams } },
    async (request, reply) => {
      await projects.delete(memberOf(request).id, parseProjectId(request.params.pid));
      return reply.code(204).send();
    },
  );
}

/** Writes the head and the canvas after one another, so that no JSON text is inside another. */
function writeSequence(head: OpenedHead, canvas: Buffer): Buffer[] {
  const first = Buffer.from(`${RECORD_SEPARATOR}${JSON.stringify(head)}\n`);
  return canvas.byteLength === 0 ? [first] : [first, Buffer.from(RECORD_SEPARATOR), canvas, Buffer.from('\n')];
}

/** A projectRecord as JSON, in pieces: as one value a large canvas would be written four times over. */
function* writeRecord(head: ProjectHead, canvas: Buffer): Generator<Buffer, void, undefined> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"canvas":"`);
  yield* escapeText(canvas);
  yield Buffer.from('"}');
}
