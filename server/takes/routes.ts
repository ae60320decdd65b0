import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { libraryQuery, projectTakesQuery, rateTake, take, takeList, takePage } from '../../src/api/contractTakes';
import { memberOf } from '../access/recogniseMember';
import { pictureNotFound } from '../files/errors';
import type { Pictures } from '../files/pictures';
import type { KeyedMutex } from '../Mutex';
import { parseProjectId } from '../projects/project';
import type { ProjectStore } from '../projects/ProjectStore';
import { projectParams } from '../projects/routes';
import {
  DELETE_TAKE,
  LIST_PICTURE_TAKES,
  LIST_PROJECT_TAKES,
  RATE_TAKE,
  RESTORE_TAKE,
  SEARCH_TAKES,
} from './operations';
import { takeNotFound } from './TakeStore';
import type { TakeStore } from './TakeStore';

const takeParams = z.object({ id: z.string() });
const pictureParams = z.object({ name: z.string() });

interface TakeRouteDeps {
  takes: TakeStore;
  projects: Pick<ProjectStore, 'check'>;
  pictures: Pick<Pictures, 'isOf'>;
  reads: KeyedMutex;
}

/** Listing, finding, rating, deleting and bringing back the finished pictures of nodes. */
export function takeRoutes(app: FastifyInstance, { takes, projects, pictures, reads }: TakeRouteDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = app.requireMember;

  routes.get(
    '/projects/:pid/takes',
    {
      onRequest,
      config: { operation: LIST_PROJECT_TAKES },
      schema: { params: projectParams, querystring: projectTakesQuery, response: { 200: takePage } },
    },
    async (request) => {
      const projectId = parseProjectId(request.params.pid);
      await projects.check(memberOf(request).id, projectId);
      return takes.listOfProject(projectId, request.query);
    },
  );

  routes.get(
    '/takes',
    {
      onRequest,
      config: { operation: SEARCH_TAKES },
      schema: { querystring: libraryQuery, response: { 200: takePage } },
    },
    async (request) => {
      const { id } = memberOf(request);
      return reads.run(id, () => takes.search(id, request.query));
    },
  );

  routes.patch(
    '/takes/:id',
    {
      onRequest,
      config: { operation: RATE_TAKE },
      schema: { params: takeParams, body: rateTake, response: { 200: take } },
    },
    async (request) => takes.rate(memberOf(request).id, parseTakeId(request.params.id), request.body.rating),
  );

  routes.delete(
    '/takes/:id',
    { onRequest, config: { operation: DELETE_TAKE }, schema: { params: takeParams } },
    async (request, reply) => {
      await takes.remove(memberOf(request).id, parseTakeId(request.params.id));
      return reply.code(204).send();
    },
  );

  routes.post(
    '/takes/:id/restore',
    { onRequest, config: { operation: RESTORE_TAKE }, schema: { params: takeParams, response: { 200: take } } },
    async (request) => takes.restore(memberOf(request).id, parseTakeId(request.params.id)),
  );

  routes.get(
    '/files/:name/takes',
    {
      onRequest,
      config: { operation: LIST_PICTURE_TAKES },
      schema: { params: pictureParams, response: { 200: takeList } },
    },
    async (request) => {
      const { id } = memberOf(request);
      const url = `/files/${request.params.name}`;
      if (!(await pictures.isOf(id, url))) throw pictureNotFound();
      return takes.listOfPicture(id, url);
    },
  );
}

/** Anything that is no integer names no take: throws 404. */
function parseTakeId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw takeNotFound();
  return Number(text);
}
