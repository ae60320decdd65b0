import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { memberOf } from '../access/recogniseMember';
import { bytesToCome } from '../http/admitBodies';
import { parseProjectId } from './project';
import type { ProjectStore } from './ProjectStore';
import { SMALL_MAX_BYTES } from '../canvas/readPatch';

/**
 * Asks whose project it is before a long body is read; of a short one the change itself asks. Throws 404. Use it after
 * `requireMember`.
 */
export function requireProject(projects: Pick<ProjectStore, 'check'>): onRequestHookHandler {
  const check = async (request: FastifyRequest): Promise<void> => {
    const { pid } = request.params as { pid: string };
    await projects.check(memberOf(request).id, parseProjectId(pid));
  };
  return (request, _reply, done) => {
    if (bytesToCome(request) <= SMALL_MAX_BYTES) done();
    else check(request).then(() => done(), done);
  };
}
