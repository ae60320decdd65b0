import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MEMBER_HEADER } from '../../src/api/contract';
import { ApiError } from '../errors';
import type { SessionCookie } from './sessionCookie';
import type { MemberRow, Sessions } from './sessions';
import type { ApiTokens } from './tokens/ApiTokens';
import { checkScope, sentToken } from './tokens/recogniseToken';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; null for a visitor. */
    member: MemberRow | null;
  }
  interface FastifyInstance {
    /**
     * A hook for routes that need a member: answers 401 to visitors and 403 to tokens without the route's scope. As `onRequest` it runs
     * before the body is read.
     */
    requireMember: (request: FastifyRequest) => Promise<void>;
    /** Whether what a request came with is still good for its member: a session or token may end while its answer goes on. */
    isStillSignedIn: (request: FastifyRequest) => Promise<boolean>;
  }
}

interface Recognition {
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly cookie: SessionCookie;
}

/** Fills `request.member` from the session cookie, unless a token was sent, and gives the app its `requireMember` hook. */
export function recogniseMember(app: FastifyInstance, { sessions, tokens, cookie }: Recognition): void {
  app.decorateRequest('member', null);
  app.decorate('requireMember', (request: FastifyRequest) => {
    checkScope(request);
    memberOf(request);
    return Promise.resolve();
  });
  app.decorate('isStillSignedIn', async (request: FastifyRequest) => {
    const script = sentToken(request);
    const token = cookie.read(request);
    if (script !== undefined) return (await tokens.find(script))?.member.id === request.member?.id;
    return token !== undefined && (await sessions.find(token))?.member.id === request.member?.id;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.token === null) {
      const token = cookie.read(request);
      const session = token === undefined ? null : await sessions.find(token);
      if (token === undefined || session === null) return;
      request.member = session.member;
      if (session.renewed && !isMeantForAnother(request)) cookie.write(reply, token);
    }
    if (isMeantForAnother(request)) request.member = null;
  });
}

/** The page belongs to a member who was signed in before. For that member this browser is signed out. */
function isMeantForAnother({ headers, member }: FastifyRequest): boolean {
  const meant = headers[MEMBER_HEADER];
  return meant !== undefined && meant !== member?.id;
}

/** The signed-in member of a request. Throws 401 for a visitor. */
export function memberOf(request: FastifyRequest): MemberRow {
  if (request.member === null) throw new ApiError(401, 'signInRequired', 'Sign in to go on.');
  return request.member;
}
