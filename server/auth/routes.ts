import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NAME_MAX, localSignIn, member } from '../../src/api/contract';
import { cleanName } from '../cleanName';
import { countCharacters } from '../countCharacters';
import { ApiError } from '../errors';
import { checkRedirect } from './checkRedirect';
import { localSignInPage, localSignInPolicy, pageLanguage } from './localSignInPage';
import type { Members } from './members';
import { LOCAL_ISSUER, presentMember } from './members';
import type { Origins } from './Origins';
import { memberOf } from './recogniseMember';
import type { SessionCookie } from './sessionCookie';
import type { MemberRow, Sessions } from './sessions';

export interface AuthDeps {
  members: Members;
  sessions: Sessions;
  cookie: SessionCookie;
  origins: Origins;
  localSignIn: boolean;
}

const FORM = 'application/x-www-form-urlencoded';
/** The form has a name, an address and a language. */
const FORM_MAX_BYTES = 16 * 1024;

/** Signing in and out, and who is signed in. */
export async function authRoutes(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  const { sessions, cookie, origins } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/member', { schema: { response: { 200: member } } }, (request) => presentMember(memberOf(request)));

  routes.get(
    '/auth/login/google',
    { schema: { querystring: z.object({ redirect: z.unknown().optional(), lng: z.unknown().optional() }) } },
    (request, reply) => {
      const redirect = checkRedirect(request.query.redirect, origins);
      if (!deps.localSignIn) throw new ApiError(404, 'signInOff', 'Signing in is not set up on this server.');
      return sendPage(reply, { redirect, language: pageLanguage(request.query.lng, redirect) });
    },
  );

  routes.post('/auth/logout', async (request, reply) => {
    const token = cookie.read(request);
    if (token !== undefined) await sessions.close(token);
    cookie.clear(reply);
    return reply.code(204).send();
  });

  await app.register((scope) => localSignInRoute(scope, deps));
}

async function localSignInRoute(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/auth/login/local',
      { schema: { body: z.object({ ...localSignIn.shape, lng: z.string().optional() }) }, bodyLimit: FORM_MAX_BYTES },
      async (request, reply) => {
        if (!deps.localSignIn) throw new ApiError(404, 'notFound', 'There is nothing at this address.');
        const { body } = request;
        const isForm = request.headers['content-type']?.startsWith(FORM) ?? false;
        const redirect = isForm || body.redirect !== undefined ? checkRedirect(body.redirect, deps.origins) : undefined;
        const name = cleanName(body.name.normalize('NFC'));
        if (name === '' || countCharacters(name) > NAME_MAX) {
          if (!isForm || redirect === undefined) {
            throw new ApiError(400, 'invalidName', `The name must have 1 to ${NAME_MAX} characters.`);
          }
          const language = pageLanguage(body.lng, redirect);
          return sendPage(reply.code(400), { redirect, language, hasProblem: true });
        }
        const row = await signIn(deps, name, deps.cookie.read(request), reply);
        if (isForm && redirect !== undefined) return reply.redirect(redirect, 302);
        return reply.send(presentMember(row));
      },
    );
}

/** Whoever had a session in this browser leaves it: a token never outlives a sign-in. */
async function signIn(
  deps: AuthDeps,
  name: string,
  oldToken: string | undefined,
  reply: FastifyReply,
): Promise<MemberRow> {
  const row = await deps.members.findOrMake({ issuer: LOCAL_ISSUER, subject: name, name, picture: null });
  if (oldToken !== undefined) await deps.sessions.close(oldToken);
  deps.cookie.write(reply, await deps.sessions.open(row.id));
  return row;
}

function sendPage(reply: FastifyReply, page: Parameters<typeof localSignInPage>[0]): FastifyReply {
  return reply
    .header('content-security-policy', localSignInPolicy(new URL(page.redirect).origin))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(localSignInPage(page));
}
