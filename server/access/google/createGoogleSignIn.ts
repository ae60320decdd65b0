import type { Kysely } from 'kysely';
import type { Clock, Ids } from '../../ports';
import type { Config } from '../../config';
import type { Database } from '../../db';
import { OpenIdIssuer } from './OpenIdIssuer';
import { createPendingSignIns, createBrowserCookie } from './pendingSignIns';
import type { GoogleSignIn } from './routes';
import { SignInSeal } from './SignInSeal';

interface Parts {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly https: boolean;
  /** Whether the domain of people's e-mail addresses is requested. */
  readonly asksEmail: boolean;
}

/** Sign-in with Google or another OpenID Connect issuer; loads its client. */
export function createGoogleSignIn(
  settings: NonNullable<Config['google']>,
  { db, clock, ids, https, asksEmail }: Parts,
): GoogleSignIn {
  return {
    issuer: new OpenIdIssuer(settings, { asksEmail }),
    pending: createPendingSignIns({ db, clock, seal: new SignInSeal(db, settings.clientSecret) }),
    browser: createBrowserCookie({ https, ids }),
    ids,
  };
}
