import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity, Members } from './members';
import type { SessionCookie } from './sessionCookie';
import type { MemberRow, Sessions } from './sessions';

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
