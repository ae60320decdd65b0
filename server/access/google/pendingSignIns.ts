import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock, Ids } from '../../ports';
import type { Database } from '../../db';
import { hashToken } from '../../sha256';
import type { PageLanguage } from '../page';
import type { SignInChecks } from './OpenIdIssuer';
import type { SignInSeal } from './SignInSeal';

/** The time a person has at the issuer's page. */
const SIGN_IN_MINUTES = 10;

/** A sign-in that has gone to the issuer and has not come back. */
export interface PendingSignIn extends SignInChecks {
  /** The address the person goes to afterwards. */
  readonly redirect: string;
}

interface NewSignIn extends Omit<PendingSignIn, 'state'> {
  readonly language: PageLanguage;
}

/** The sign-ins under way, which may begin and end at different servers. Their state travels with the browser; none is stored here. */
export interface PendingSignIns {
  /** Call before the first sign-in. */
  prepare(): Promise<void>;
  /** Returns the `state` that carries the sign-in, for the browser with this token. */
  begin(signIn: NewSignIn, browser: string): Promise<string>;
  /** Hands it out once, within SIGN_IN_MINUTES and to that browser only; null otherwise. */
  take(state: string, browser: string): Promise<PendingSignIn | null>;
}

export function createPendingSignIns(deps: { db: Kysely<Database>; clock: Clock; seal: SignInSeal }): PendingSignIns {
  const { db, clock, seal } = deps;

  /** Marks a state as used. Returns whether this is the first time. */
  const use = async (state: string, expiresAt: string): Promise<boolean> => {
    // A sign-in that is over cannot come again.
    await db.deleteFrom('used_sign_in').where('expires_at', '<=', clock.now().toISOString()).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('used_sign_in')
      .values({ state_hash: hashToken(state), expires_at: expiresAt })
      .onConflict((used) => used.column('state_hash').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  };

  return {
    prepare: () => seal.prepare(),

    async begin({ language, ...signIn }, browser) {
      const expiresAt = new Date(clock.now().getTime() + SIGN_IN_MINUTES * 60 * 1000).toISOString();
      const word = await seal.seal({ ...signIn, browser: browserOf(browser, language), expiresAt });
      return `${word}.${language}`;
    },

    async take(state, browser) {
      const [word = '', language] = state.split('.');
      const found = await seal.open(word);
      if (found === null || found.browser !== browserOf(browser, language)) return null;
      const { nonce, codeVerifier, redirect, expiresAt } = found;
      if (expiresAt <= clock.now().toISOString() || !(await use(word, expiresAt))) return null;
      return { state, nonce, codeVerifier, redirect };
    },
  };
}

/** Hash of a browser's token and the language, which is outside of the seal. */
const browserOf = (token: string, language = ''): string => hashToken(`${token}.${language}`);

/** Ties a sign-in to the browser that began it: answers for other browsers are refused. */
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
