import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NAME_MAX, member } from '../../src/api/contract';
import { cleanName, countCharacters } from '../names';
import { ApiError } from '../errors';
import { googleRoutes } from './google/routes';
import type { GoogleSignIn } from './google/routes';
import { sendLocalSignIn } from './localSignInPage';
import { LOCAL_ISSUER, presentMember, JoinRefused } from './members';
import { openSession } from './sessionCookie';
import type { SessionDeps } from './sessionCookie';
import { type Origins, checkRedirect, signInQuery } from './Origins';
import { pageLanguage } from './page';
import { BEGIN_SIGN_IN, FORGET, LOCAL_SIGN_IN, SIGN_OUT, localSignInForm } from './operations';
import { memberOf } from './recogniseMember';
import type { ApiTokens } from './tokens/ApiTokens';
import { checkScope } from './tokens/recogniseToken';

export interface AuthDeps extends SessionDeps {
  origins: Origins;
  tokens: ApiTokens;
  localSignIn: boolean;
  /** Null without Google credentials: local accounts then replace it. */
  google: GoogleSignIn | null;
}

const FORM = 'application/x-www-form-urlencoded';
/** The form has a name, an address and a language. */
const FORM_MAX_BYTES = 16 * 1024;

/** Signing in and out, and who is signed in. */
export async function authRoutes(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  const { sessions, cookie, tokens } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/member',
    {
      onRequest: app.requireMember,
      config: {
        operation: {
          id: 'getMember',
          tag: 'account',
          summary: 'Who is signed in',
          access: 'member',
          answers: { 200: { when: 'The member.' } },
        },
      },
      schema: { response: { 200: member } },
    },
    (request) => presentMember(memberOf(request)),
  );

  routes.post(
    '/auth/logout',
    {
      // Visitors may sign out too: without a session the cookie goes as well.
      onRequest: (request) => Promise.resolve(checkScope(request)),
      config: { scope: 'session', operation: SIGN_OUT },
      schema: { querystring: z.object({ everywhere: z.literal('1').optional() }) },
    },
    async (request, reply) => {
      const token = cookie.read(request);
      if (request.query.everywhere !== undefined) {
        const { id } = memberOf(request);
        // The tokens go too, since another person at this browser may have created one.
        await tokens.revokeAll(id);
        await sessions.closeAll(id);
      } else if (token !== undefined) await sessions.close(token);
      cookie.clear(reply);
      return reply.code(204).send();
    },
  );

  // Separate from the sign-out, which it would delay: a browser answers this when it has emptied its cache, which may take seconds. "cache"
  // alone: "storage" would delete unsent work and the offline app, too.
  routes.post('/auth/forget', { config: { operation: FORGET } }, (_request, reply) =>
    reply.code(204).header('clear-site-data', '"cache"').send(),
  );

  if (deps.google === null) localSignInPageRoute(app, deps);
  else googleRoutes(app, deps.google, deps);
  if (deps.localSignIn) await app.register((scope) => localSignInRoute(scope, deps));
}

function localSignInPageRoute(app: FastifyInstance, { origins }: AuthDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/auth/login/google',
      { config: { operation: BEGIN_SIGN_IN, counted: 'signIn' }, schema: { querystring: signInQuery } },
      (request, reply) => {
        const redirect = checkRedirect(request.query.redirect, origins);
        return sendLocalSignIn(reply, { redirect, language: pageLanguage(request.query.lng, redirect) });
      },
    );
}

function localSignInRoute(app: FastifyInstance, deps: AuthDeps): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.withTypeProvider<ZodTypeProvider>().post(
    '/auth/login/local',
    {
      config: { operation: LOCAL_SIGN_IN, counted: 'signIn' },
      schema: { body: localSignInForm },
      bodyLimit: FORM_MAX_BYTES,
    },
    async (request, reply) => {
      const { body } = request;
      const isForm = request.headers['content-type']?.startsWith(FORM) ?? false;
      const redirect = isForm || body.redirect !== undefined ? checkRedirect(body.redirect, deps.origins) : undefined;
      const name = cleanName(body.name.normalize('NFC'));
      if (name === '' || countCharacters(name) > NAME_MAX) {
        if (!isForm || redirect === undefined) {
          throw new ApiError(400, 'invalidName', `The name must have 1 to ${NAME_MAX} characters.`);
        }
        const language = pageLanguage(body.lng, redirect);
        return sendLocalSignIn(reply.code(400), { redirect, language, problem: 'name' });
      }
      const identity = { issuer: LOCAL_ISSUER, subject: name, name, picture: null, domain: null };
      try {
        const row = await openSession(deps, identity, request, reply);
        if (isForm && redirect !== undefined) return await reply.redirect(redirect, 302);
        return await reply.send(presentMember(row));
      } catch (error) {
        if (!(error instanceof JoinRefused) || !isForm || redirect === undefined) throw error;
        const language = pageLanguage(body.lng, redirect);
        return sendLocalSignIn(reply.code(403), { redirect, language, problem: error.reason });
      }
    },
  );
}
