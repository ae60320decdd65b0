import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MEMBER_HEADER } from '../../src/api/contract';
import { ApiError } from '../errors';
import type { SessionCookie } from './sessionCookie';
import type { MemberRow, Sessions } from './sessions';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null for a visitor. */
    member: MemberRow | null;
  }
  interface FastifyInstance {
    /** A hook for routes that need a member: answers 401 to visitors. As `onRequest` it comes before the body is read. */
    requireMember: (request: FastifyRequest) => Promise<void>;
  }
}

/** Fills `request.member` from the session cookie and gives the app its `requireMember` hook. */
export function recogniseMember(app: FastifyInstance, sessions: Sessions, cookie: SessionCookie): void {
  app.decorateRequest('member', null);
  app.decorate('requireMember', (request: FastifyRequest) => {
    memberOf(request);
    return Promise.resolve();
  });
  app.addHook('onRequest', async (request, reply) => {
    const token = cookie.read(request);
    if (token === undefined) return;
    const session = await sessions.find(token);
    if (session === null) return;
    // A page of somebody who was here before: to them this browser is signed out.
    const meant = request.headers[MEMBER_HEADER];
    if (meant !== undefined && meant !== session.member.id) return;
    request.member = session.member;
    if (session.renewed) cookie.write(reply, token);
  });
}

/** The signed-in member of a request. Throws 401 for a visitor. */
export function memberOf(request: FastifyRequest): MemberRow {
  if (request.member === null) throw new ApiError(401, 'signInRequired', 'Sign in to go on.');
  return request.member;
}
