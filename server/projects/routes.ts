import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OpenedHead, ProjectHead } from '../../src/api/contract';
import {
  CANVAS_MAX_BYTES,
  DEFAULT_PROJECT_NAME,
  JSON_SEQUENCE,
  NAME_MAX,
  RECORD_SEPARATOR,
  createProject,
  projectHead,
  projectList,
  projectRecord,
  pushProject,
  renameProject,
} from '../../src/api/contract';
import { memberOf } from '../auth/recogniseMember';
import { cleanName } from '../cleanName';
import { countCharacters } from '../countCharacters';
import { ApiError } from '../errors';
import { escapeText } from './escapeText';
import { parseIfMatch } from './IfMatch';
import { checkCanvas, checkCanvasSize } from './parseCanvas';
import { parseProjectId } from './projectNotFound';
import type { ProjectStore } from './ProjectStore';
import { checkSnapshot } from './checkSnapshot';

export const projectParams = z.object({ pid: z.string() });

/** Listing, creating, reading, replacing, renaming and deleting projects. */
export function projectRoutes(app: FastifyInstance, deps: { projects: ProjectStore }): void {
  const { projects } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = app.requireMember;

  routes.get('/projects', { onRequest, schema: { response: { 200: projectList } } }, (request) =>
    projects.list(memberOf(request).id),
  );

  routes.post(
    '/projects',
    { onRequest, bodyLimit: 2 * CANVAS_MAX_BYTES, schema: { body: createProject, response: { 201: projectHead } } },
    async (request, reply) => {
      const { name, canvas } = request.body;
      const trimmed = checkName(name);
      checkCanvas(canvas);
      const head = await projects.create(memberOf(request).id, trimmed || DEFAULT_PROJECT_NAME, canvas);
      return reply.code(201).send(head);
    },
  );

  app.get<{ Params: z.infer<typeof projectParams> }>(
    '/projects/:pid',
    { onRequest, schema: { params: projectParams, response: { 200: projectRecord } } },
    async (request, reply) => {
      const memberId = memberOf(request).id;
      const { head, canvas } = await projects.read(memberId, parseProjectId(request.params.pid));
      reply.headers({ etag: `"${head.revision}"`, 'cache-control': 'no-store', vary: 'Accept' });
      if (request.headers.accept?.includes(JSON_SEQUENCE)) {
        const parts = writeSequence({ ...head, memberId }, canvas);
        // By its length a reader knows that it will take its time.
        reply.header(
          'content-length',
          parts.reduce((sum, { byteLength }) => sum + byteLength, 0),
        );
        return reply.type(JSON_SEQUENCE).send(Readable.from(parts));
      }
      return reply.type('application/json; charset=utf-8').send(Readable.from(writeRecord(head, canvas)));
    },
  );

  routes.post(
    '/projects/:pid',
    {
      onRequest,
      bodyLimit: 2 * CANVAS_MAX_BYTES,
      schema: { params: projectParams, body: pushProject, response: { 200: projectHead } },
    },
    async (request) => {
      const id = parseProjectId(request.params.pid);
      if (request.body.pid !== id) {
        throw new ApiError(400, 'pidMismatch', 'The pid in the body is not the one in the address.');
      }
      const name = checkName(request.body.name);
      checkSnapshot(request.body.snapshot);
      const canvas = JSON.stringify(request.body.snapshot);
      checkCanvasSize(canvas);
      return projects.replace(memberOf(request).id, id, {
        name,
        canvas,
        ifMatch: parseIfMatch(request.headers['if-match']),
        onlyFirst: request.headers['if-none-match']?.trim() === '*',
      });
    },
  );

  routes.put(
    '/projects/:pid/name',
    { onRequest, schema: { params: projectParams, body: renameProject, response: { 200: projectHead } } },
    (request) =>
      projects.rename(memberOf(request).id, parseProjectId(request.params.pid), checkName(request.body.name)),
  );

  routes.delete('/projects/:pid', { onRequest, schema: { params: projectParams } }, async (request, reply) => {
    await projects.delete(memberOf(request).id, parseProjectId(request.params.pid));
    return reply.code(204).send();
  });
}

/** The head and the canvas after one another, so that nobody has to write or to read a JSON text within a JSON text. */
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

/** The trimmed name. Throws 413 when it is over the limit. */
function checkName(name: string): string {
  const trimmed = cleanName(name);
  if (countCharacters(trimmed) > NAME_MAX) {
    throw new ApiError(413, 'nameTooLong', `The name has more than ${NAME_MAX} characters. Choose a shorter one.`);
  }
  return trimmed;
}
