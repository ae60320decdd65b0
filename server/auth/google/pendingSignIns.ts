import type { Kysely } from 'kysely';
import type { Clock } from '../../Clock';
import type { Database } from '../../db';
import { hashToken } from '../hashToken';
import type { SignInChecks } from './OpenIdIssuer';

/** The time a person has at the issuer's page. */
export const SIGN_IN_MINUTES = 10;

/** A sign-in that has gone to the issuer and has not come back. */
export interface PendingSignIn extends SignInChecks {
  /** Where the person goes afterwards. */
  readonly redirect: string;
}

/** The sign-ins under way, shared by all processes on a database. */
export interface PendingSignIns {
  /** Keeps one for the browser that holds this token. */
  keep(signIn: PendingSignIn, browser: string): Promise<void>;
  /** Hands it out once, within SIGN_IN_MINUTES and to that browser only; null otherwise. */
  take(state: string, browser: string): Promise<PendingSignIn | null>;
}

export function createPendingSignIns(deps: { db: Kysely<Database>; clock: Clock }): PendingSignIns {
  const { db, clock } = deps;
  return {
    async keep({ state, nonce, codeVerifier, redirect }, browser) {
      const now = clock.now();
      // Anybody may begin one: what is over goes at once, so that there are never more than minutes of them.
      await db.deleteFrom('sign_in').where('expires_at', '<=', now.toISOString()).execute();
      await db
        .insertInto('sign_in')
        .values({
          state_hash: hashToken(state),
          browser_hash: hashToken(browser),
          nonce,
          code_verifier: codeVerifier,
          redirect,
          expires_at: new Date(now.getTime() + SIGN_IN_MINUTES * 60 * 1000).toISOString(),
        })
        .execute();
    },

    async take(state, browser) {
      const row = await db
        .deleteFrom('sign_in')
        .where('state_hash', '=', hashToken(state))
        .where('browser_hash', '=', hashToken(browser))
        .where('expires_at', '>', clock.now().toISOString())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      return { state, nonce: row.nonce, codeVerifier: row.code_verifier, redirect: row.redirect };
    },
  };
}
