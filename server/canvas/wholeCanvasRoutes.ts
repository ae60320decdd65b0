import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  CANVAS_MAX_BYTES,
  DEFAULT_PROJECT_NAME,
  createProject,
  projectHead,
  pushProject,
} from '../../src/api/contract';
import { memberOf } from '../access/recogniseMember';
import { ApiError } from '../errors';
import { readBytes } from '../http/readBytes';
import { checkName } from '../names';
import { parseIfMatch } from './readPatch';
import { CREATE_PROJECT, REPLACE_CANVAS } from '../projects/operations';
import { checkIdempotencyKey } from './patchAnswers';
import { parseProjectId } from '../projects/project';
import type { ProjectStore } from '../projects/ProjectStore';
import { requireProject } from '../projects/requireProject';
import { projectParams } from '../projects/routes';
import type { CanvasWork } from './work/CanvasWork';
import type { WorkClaim } from './work/WorkQueue';

/** The schemas are for the OpenAPI page; who parses a body checks it by them. */
const validatorCompiler = () => () => true;

/**
 * Creates and replaces projects. Register in a separate scope: bodies are taken as bytes, so that a worker thread can read them.
 */
export function wholeCanvasRoutes(app: FastifyInstance, deps: { projects: ProjectStore; work: CanvasWork }): void {
  const { projects, work } = deps;
  const onRequest = app.requireMember;
  const bodyLimit = 2 * CANVAS_MAX_BYTES;
  app.removeAllContentTypeParsers();
  readBytes(app, 'application/json', (_request, body, done) => done(null, body));

  app.post<{ Body: Buffer | undefined }>(
    '/projects',
    {
      onRequest,
      bodyLimit,
      validatorCompiler,
      config: { operation: CREATE_PROJECT, counted: 'canvas' },
      schema: { body: createProject, response: { 201: projectHead } },
    },
    async (request, reply) => {
      const body = request.body ?? Buffer.alloc(0);
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const { name, canvas, bodyHash } = await work.run('checkCreated', { body }, turnOf(request, body));
      const asked = key === undefined ? null : { key, bodyHash };
      const head = await projects.create(memberOf(request).id, checkName(name) || DEFAULT_PROJECT_NAME, canvas, asked);
      return reply.code(201).send(head);
    },
  );

  app.post<{ Body: Buffer | undefined; Params: z.infer<typeof projectParams> }>(
    '/projects/:pid',
    {
      onRequest: [onRequest, requireProject(projects)],
      bodyLimit,
      validatorCompiler,
      config: { operation: REPLACE_CANVAS, counted: 'canvas' },
      schema: { params: projectParams, body: pushProject, response: { 200: projectHead } },
    },
    async (request) => {
      const id = parseProjectId(request.params.pid);
      const body = request.body ?? Buffer.alloc(0);
      const { pid, name, canvas } = await work.run('checkPushed', { body }, turnOf(request, body));
      if (pid !== id) throw new ApiError(400, 'pidMismatch', 'The pid in the body is not the one in the address.');
      return projects.replace(memberOf(request).id, id, {
        name: checkName(name),
        canvas,
        ifMatch: parseIfMatch(request.headers['if-match']),
        onlyFirst: request.headers['if-none-match']?.trim() === '*',
      });
    },
  );
}

function turnOf(request: FastifyRequest, body: Buffer): WorkClaim {
  return { owner: memberOf(request).id, bytes: body.byteLength };
}
