import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SIGN_IN_CANCELLED, SIGN_IN_NEXT, SIGN_IN_REFUSED } from '../../../src/api/contract';
import { ApiError } from '../../errors';
import type { Ids } from '../../ports';
import { JoinRefused } from '../members';
import { BEGIN_SIGN_IN, FINISH_SIGN_IN } from '../operations';
import { type Origins, checkRedirect, signInQuery } from '../Origins';
import type { SessionDeps } from '../sessionCookie';
import { openSession } from '../sessionCookie';
import type { PageLanguage } from '../page';
import { pageLanguage } from '../page';
import type { OpenIdIssuer } from './OpenIdIssuer';
import type { PendingSignIn, PendingSignIns, BrowserCookie } from './pendingSignIns';
import { SignInFailure, sendFailurePage } from './SignInFailure';

export interface GoogleSignIn {
  readonly issuer: OpenIdIssuer;
  readonly pending: PendingSignIns;
  readonly browser: BrowserCookie;
  readonly ids: Ids;
}

const CALLBACK = '/auth/callback/google';
/** It travels in an address: from a longer one only the app itself is led back to. */
const REDIRECT_MAX = 1000;
/** Name of a person whom the issuer gives none. */
const NAMELESS: Record<PageLanguage, string> = { ko: '이름 없음', en: 'No name' };

/** Leads to the issuer and back. People in a browser come here: every failure is a page in their language. */
export function googleRoutes(
  app: FastifyInstance,
  { issuer, pending, browser, ids }: GoogleSignIn,
  deps: SessionDeps & { origins: Origins },
): void {
  const { origins } = deps;
  app.addHook('onReady', () => pending.prepare());
  const callbackOf = (request: FastifyRequest): string => `${origins.reachedBy(request.host)}${CALLBACK}`;

  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/auth/login/google',
      { config: { operation: BEGIN_SIGN_IN, counted: 'signIn' }, schema: { querystring: signInQuery } },
      async (request, reply) => {
        const asked = checkRedirect(request.query.redirect, origins);
        const redirect = asked.length > REDIRECT_MAX ? new URL(asked).origin : asked;
        const language = pageLanguage(request.query.lng, redirect);
        const words = { nonce: ids.token(), codeVerifier: ids.token() };
        try {
          const state = await pending.begin({ ...words, redirect, language }, browser.give(request, reply));
          const url = await issuer.begin({ ...words, state }, callbackOf(request));
          return await reply.redirect(url);
        } catch (error) {
          return sendFailure(error, { request, reply, language, redirect });
        }
      },
    );

  // A HEAD request, as link checkers send it, must not use the answer up.
  app.get(CALLBACK, { exposeHeadRoute: false, config: { operation: FINISH_SIGN_IN } }, async (request, reply) => {
    const callback = callbackOf(request);
    const answered = new URL(callback);
    answered.search = new URL(request.url, callback).search;
    const state = answered.searchParams.get('state') ?? '';
    const context = { request, reply, language: languageOf(state), redirect: new URL(callback).origin };
    let signIn: PendingSignIn | null = null;
    try {
      const token = browser.read(request);
      signIn = token === undefined ? null : await pending.take(state, token);
      if (signIn === null) {
        request.log.warn({ code: token === undefined ? 'noBrowserCookie' : 'noSignIn' }, 'a sign-in failed');
        return sendFailurePage(reply, 'over', context);
      }
      const identity = await issuer.finish(answered, signIn);
      await openSession(deps, { ...identity, name: identity.name || NAMELESS[context.language] }, request, reply);
      return await reply.redirect(signIn.redirect);
    } catch (error) {
      return sendFailure(error, { ...context, redirect: signIn?.redirect ?? context.redirect });
    }
  });
}

/** The state is ours and comes back in any case, so that it carries the language, too. */
const languageOf = (state: string): PageLanguage => (state.endsWith('.en') ? 'en' : 'ko');

interface FailureContext {
  request: FastifyRequest;
  reply: FastifyReply;
  language: PageLanguage;
  redirect: string;
}

/** The app's own page, which learns the result and still knows the address that the person asked for. */
function signInPage(redirect: string, how: string): string {
  const { pathname } = new URL(redirect);
  const next = pathname === '/' ? '' : `&${new URLSearchParams({ [SIGN_IN_NEXT]: pathname }).toString()}`;
  return new URL(`/signin?${how}${next}`, redirect).href;
}

function sendFailure(error: unknown, { request, reply, language, redirect }: FailureContext): FastifyReply {
  if (error instanceof JoinRefused) {
    request.log.warn({ code: error.code }, 'a sign-in was refused');
    return reply.redirect(signInPage(redirect, `${SIGN_IN_REFUSED}=${error.reason}`));
  }
  if (!(error instanceof SignInFailure)) {
    request.log.error({ err: error }, 'a sign-in broke');
    // Such as a database that is away for a moment.
    const told = error instanceof ApiError ? error : { status: 500, headers: {} };
    return sendFailurePage(reply.headers(told.headers), 'broken', { language, redirect, status: told.status });
  }
  if (error.reason === 'cancelled') return reply.redirect(signInPage(redirect, SIGN_IN_CANCELLED));
  request.log.warn({ code: error.code }, 'a sign-in failed');
  return sendFailurePage(reply, error.reason, { language, redirect });
}
