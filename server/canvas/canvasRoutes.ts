import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { PATCH_MAX_BYTES, patchAnswer, patchBehind, patchBody } from '../../src/api/contract';
import { memberOf } from '../access/recogniseMember';
import type { Clock } from '../ports';
import type { Database } from '../db';
import { ApiError } from '../errors';
import { readJson } from '../http/readJson';
import type { CanvasPatch, CanvasStore } from './CanvasStore';
import { parseIfMatch } from './readPatch';
import { PATCH_CANVAS } from '../projects/operations';
import type { StoredAnswer, PatchKey } from './patchAnswers';
import { checkIdempotencyKey, findAnswer, storeAnswer, storedRefusal } from './patchAnswers';
import { parseProjectId } from '../projects/project';
import { readPatch, SMALL_MAX_BYTES } from './readPatch';
import type { ProjectStore } from '../projects/ProjectStore';
import { requireProject } from '../projects/requireProject';
import { projectParams } from '../projects/routes';
import type { CanvasWork } from './work/CanvasWork';

export interface CanvasRouteDeps {
  db: Kysely<Database>;
  clock: Clock;
  canvases: CanvasStore;
  projects: ProjectStore;
  work: CanvasWork;
}

/** PATCH of a canvas. Register in a separate scope: it accepts JSON patches only. */
export function canvasRoutes(app: FastifyInstance, deps: CanvasRouteDeps): void {
  const running = new Set<string>();
  app.removeAllContentTypeParsers();
  readJson(app, 'application/json-patch+json', SMALL_MAX_BYTES);
  app.patch<{ Params: z.infer<typeof projectParams> }>(
    '/projects/:pid/canvas',
    {
      onRequest: [app.requireMember, requireProject(deps.projects)],
      bodyLimit: PATCH_MAX_BYTES,
      config: { operation: PATCH_CANVAS },
      schema: {
        params: projectParams,
        // The schema is for the OpenAPI page alone; 50,000 operations are checked by hand, once.
        body: patchBody,
        response: { 200: patchAnswer, 412: patchBehind },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const memberId = memberOf(request).id;
      const projectId = parseProjectId(request.params.pid);
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const { body } = request;
      const { text, bodyHash } = Buffer.isBuffer(body)
        ? await deps.work.runInThread('checkPatch', { body }, { owner: memberId, bytes: body.byteLength })
        : readPatch(body);
      const asked: CanvasPatch = {
        memberId,
        projectId,
        ifMatch: parseIfMatch(request.headers['if-match']),
        text,
        key: key === undefined ? null : { memberId, projectId, key, bodyHash },
      };
      const answered = await onlyOnce(running, asked.key, () => answer(deps, asked, request));
      return reply.code(answered.status).type('application/json; charset=utf-8').send(JSON.stringify(answered.body));
    },
  );
}

/** Throws 409 while the same key is being worked on. */
async function onlyOnce<T>(running: Set<string>, key: PatchKey | null, work: () => Promise<T>): Promise<T> {
  if (key === null) return work();
  const name = JSON.stringify([key.memberId, key.projectId, key.key]);
  if (running.has(name)) {
    throw new ApiError(409, 'stillRunning', 'The same patch is still being applied. Ask again in a moment.');
  }
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
  }
}

/** The first answer to this key, whether it is being given now or was given before, here or by another process. */
async function answer(deps: CanvasRouteDeps, asked: CanvasPatch, request: FastifyRequest): Promise<StoredAnswer> {
  const { db, clock, canvases } = deps;
  try {
    return await canvases.patch(asked);
  } catch (error) {
    if (asked.key === null || !(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
    // Once there is room again the same patch is taken.
    if (error.code === 'quota') throw error;
    request.log.debug({ code: error.code }, 'a patch was refused');
    const refused = { status: error.status, body: error.body };
    if (await storeAnswer(db, asked.key, storedRefusal(refused), clock.now())) return refused;
    const first = await findAnswer(db, asked.key, clock.now());
    if (first === undefined) throw error;
    return canvases.answerAgain(asked, first);
  }
}
