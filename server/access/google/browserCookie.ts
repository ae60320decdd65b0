import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ids } from '../../ports';
import { SIGN_IN_MINUTES } from './pendingSignIns';

/** Ties a sign-in to the browser that began it: another one's answer is not taken. */
export interface BrowserCookie {
  read(request: FastifyRequest): string | undefined;
  /** The browser's token, the one it has already when it does: two tabs may sign in at a time. */
  give(request: FastifyRequest, reply: FastifyReply): string;
}

const TOKEN = /^[\w-]{43}$/;

export function createBrowserCookie(deps: { https: boolean; ids: Ids }): BrowserCookie {
  const { https, ids } = deps;
  const name = https ? '__Host-mulgil_sign_in' : 'mulgil_sign_in';
  const options: CookieSerializeOptions = {
    httpOnly: true,
    // Strict would keep it back on the way from the issuer's page.
    sameSite: 'lax',
    path: '/',
    secure: https,
    maxAge: SIGN_IN_MINUTES * 60,
  };
  const read = (request: FastifyRequest): string | undefined => {
    const token = request.cookies[name];
    return token !== undefined && TOKEN.test(token) ? token : undefined;
  };
  return {
    read,
    give: (request, reply) => {
      const token = read(request) ?? ids.token();
      void reply.setCookie(name, token, options);
      return token;
    },
  };
}
