import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { PATCH_MAX_BYTES, patchAnswer, patchBehind, patchBody } from '../../src/api/contract';
import { memberOf } from '../auth/recogniseMember';
import type { Clock } from '../Clock';
import type { Database } from '../db';
import { ApiError } from '../errors';
import { readJson } from '../readJson';
import type { CanvasPatch, CanvasStore } from './CanvasStore';
import { parseIfMatch } from './IfMatch';
import { parsePatch } from './JsonPatch';
import type { PatchKey, PatchAnswer as KeptAnswer } from './patchAnswers';
import { checkIdempotencyKey, findAnswer, keepAnswer } from './patchAnswers';
import { parseProjectId } from './projectNotFound';
import type { ProjectStore } from './ProjectStore';
import { projectParams } from './routes';

export interface CanvasRouteDeps {
  db: Kysely<Database>;
  clock: Clock;
  projects: ProjectStore;
  canvases: CanvasStore;
}

/** PATCH of a canvas. Register in a scope of its own: it takes JSON patches and no other body. */
export function canvasRoutes(app: FastifyInstance, deps: CanvasRouteDeps): void {
  const running = new Set<string>();
  app.removeAllContentTypeParsers();
  readJson(app, 'application/json-patch+json');
  app.patch<{ Params: z.infer<typeof projectParams> }>(
    '/projects/:pid/canvas',
    {
      onRequest: app.requireMember,
      bodyLimit: PATCH_MAX_BYTES,
      schema: {
        params: projectParams,
        // For the OpenAPI page; 50,000 operations are checked by hand, once.
        body: patchBody,
        response: { 200: patchAnswer, 412: patchBehind },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const memberId = memberOf(request).id;
      const projectId = parseProjectId(request.params.pid);
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const text = JSON.stringify(request.body ?? null);
      const asked: CanvasPatch = {
        memberId,
        projectId,
        ifMatch: parseIfMatch(request.headers['if-match']),
        patch: parsePatch(request.body),
        text,
      };
      if (key === undefined) return deps.canvases.patch(asked, () => Promise.resolve());
      await deps.projects.check(memberId, projectId);
      const patchKey = { memberId, projectId, key, bodyHash: createHash('sha256').update(text).digest('hex') };
      const { status, body } = await onlyOnce(running, patchKey, () => answerOnce(deps, asked, patchKey, request));
      return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
    },
  );
}

/** Throws 409 while the same key is being worked on. */
async function onlyOnce<T>(running: Set<string>, key: PatchKey, work: () => Promise<T>): Promise<T> {
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

/** Another process has answered the same key since it was looked up. */
class AnsweredElsewhere extends Error {
  override readonly name = 'AnsweredElsewhere';
}

/** The first answer to this key, whether it is being given now or was given before, here or by another process. */
async function answerOnce(
  deps: CanvasRouteDeps,
  asked: CanvasPatch,
  key: PatchKey,
  request: FastifyRequest,
): Promise<KeptAnswer> {
  const { db, clock, canvases } = deps;
  const before = await findAnswer(db, key, clock.now());
  if (before !== undefined) return before;
  try {
    const body = await canvases.patch(asked, async (change, answer) => {
      const isFirst = await keepAnswer(change, key, { status: 200, body: answer }, clock.now());
      // Takes the patch back with it.
      if (!isFirst) throw new AnsweredElsewhere();
    });
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof AnsweredElsewhere)) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
      request.log.debug({ code: error.code }, 'a patch was refused');
      const answer = { status: error.status, body: error.body };
      if (await keepAnswer(db, key, answer, clock.now())) return answer;
    }
    const first = await findAnswer(db, key, clock.now());
    if (first === undefined) throw error;
    return first;
  }
}
