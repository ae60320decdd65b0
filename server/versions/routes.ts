import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { keepVersion, projectHead, renameVersion, snapshot, version, versionList } from '../../src/api/contract';
import { memberOf } from '../access/recogniseMember';
import type { BytesInFlight } from '../http/admitBodies';
import { checkName } from '../names';
import { parseProjectId } from '../projects/project';
import type { ProjectStore } from '../projects/ProjectStore';
import { projectParams } from '../projects/routes';
import { DELETE_VERSION, KEEP_VERSION, LIST_VERSIONS, NAME_VERSION, READ_VERSION, RESTORE_VERSION } from './operations';
import { type VersionStore, parseVersionId } from './VersionStore';

const versionParams = projectParams.extend({ id: z.string() });

/** Listing, keeping, reading, naming, deleting and restoring the versions of a project. */
export function versionRoutes(
  app: FastifyInstance,
  deps: { projects: ProjectStore; versions: VersionStore; inFlight: BytesInFlight },
): void {
  const { projects, versions, inFlight } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = app.requireMember;
  /** The project's number, once it is sure to be the member's. */
  const projectOf = async (memberId: string, pid: string): Promise<number> => {
    const id = parseProjectId(pid);
    await projects.check(memberId, id);
    return id;
  };
  /** Sets memory aside for a canvas before it is unpacked, until the answer is sent. */
  const untilSent =
    (reply: FastifyReply, memberId: string) =>
    (bytes: number): void =>
      inFlight.takeUntilSent(reply, memberId, bytes);

  routes.get(
    '/projects/:pid/versions',
    {
      onRequest,
      config: { operation: LIST_VERSIONS },
      schema: { params: projectParams, response: { 200: versionList } },
    },
    async (request) => versions.list(await projectOf(memberOf(request).id, request.params.pid)),
  );

  routes.post(
    '/projects/:pid/versions',
    {
      onRequest,
      config: { operation: KEEP_VERSION },
      schema: { params: projectParams, body: keepVersion, response: { 201: version } },
    },
    async (request, reply) => {
      const projectId = await projectOf(memberOf(request).id, request.params.pid);
      return reply.code(201).send(await versions.keep(projectId, checkName(request.body.name)));
    },
  );

  app.get<{ Params: z.infer<typeof versionParams> }>(
    '/projects/:pid/versions/:id',
    { onRequest, config: { operation: READ_VERSION }, schema: { params: versionParams, response: { 200: snapshot } } },
    async (request, reply) => {
      const memberId = memberOf(request).id;
      const projectId = await projectOf(memberId, request.params.pid);
      const id = parseVersionId(request.params.id);
      // A version never changes, but the browser's session may: it is cached there and revalidated here.
      const tag = `"version-${id}"`;
      const headers = { etag: tag, 'cache-control': 'private, no-cache' };
      if (request.headers['if-none-match'] === tag) {
        await versions.check(projectId, id);
        return reply.code(304).headers(headers).send();
      }
      const canvas = await versions.read(projectId, id, memberId, untilSent(reply, memberId));
      reply.headers(headers).type('application/json; charset=utf-8').header('content-length', canvas.byteLength);
      return reply.send(Readable.from([canvas]));
    },
  );

  routes.put(
    '/projects/:pid/versions/:id/name',
    {
      onRequest,
      config: { operation: NAME_VERSION },
      schema: { params: versionParams, body: renameVersion, response: { 200: version } },
    },
    async (request) => {
      const projectId = await projectOf(memberOf(request).id, request.params.pid);
      return versions.rename(projectId, parseVersionId(request.params.id), checkName(request.body.name));
    },
  );

  routes.delete(
    '/projects/:pid/versions/:id',
    { onRequest, config: { operation: DELETE_VERSION }, schema: { params: versionParams } },
    async (request, reply) => {
      const projectId = await projectOf(memberOf(request).id, request.params.pid);
      await versions.remove(projectId, parseVersionId(request.params.id));
      return reply.code(204).send();
    },
  );

  routes.post(
    '/projects/:pid/versions/:id/restore',
    {
      onRequest,
      config: { operation: RESTORE_VERSION, counted: 'canvas' },
      schema: { params: versionParams, response: { 200: projectHead } },
    },
    async (request, reply) => {
      const memberId = memberOf(request).id;
      const projectId = await projectOf(memberId, request.params.pid);
      const id = parseVersionId(request.params.id);
      const canvas = await versions.read(projectId, id, memberId, untilSent(reply, memberId));
      return projects.restore(memberId, projectId, canvas);
    },
  );
}
