import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity, Members } from './members';
import { SESSION_DAYS, type MemberRow, type Sessions } from './sessions';

/** The one cookie. On https its name makes browsers insist on Secure, on no Domain and on Path=/. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function createSessionCookie(https: boolean): SessionCookie {
  const name = https ? '__Host-mulgil_session' : 'mulgil_session';
  const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure: https };
  return {
    read: (request) => request.cookies[name],
    write: (reply, token) => {
      void reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 });
    },
    clear: (reply) => {
      void reply.clearCookie(name, options);
    },
  };
}

export interface SessionDeps {
  members: Members;
  sessions: Sessions;
  cookie: SessionCookie;
}

/** Opens a session in this browser and ends the one it had: a token never outlives a sign-in. */
export async function openSession(
  { members, sessions, cookie }: SessionDeps,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<MemberRow> {
  const member = await members.findOrMake(identity);
  const oldToken = cookie.read(request);
  if (oldToken !== undefined) await sessions.close(oldToken);
  cookie.write(reply, await sessions.open(member.id));
  return member;
}
