import { domainToASCII } from 'node:url';
import type { Configuration } from 'openid-client';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
} from 'openid-client';
import { z } from 'zod';
import { NAME_MAX } from '../../../src/api/contract';
import type { Config } from '../../config';
import { cleanName } from '../../names';
import type { Identity } from '../members';
import { SignInFailure, type FailureReason } from './SignInFailure';

/** Errors by which the issuer says that it cannot answer (RFC 6749, 4.1.2.1). */
const ISSUER_TROUBLE = new Set(['server_error', 'temporarily_unavailable']);

/** Converts an error of the OpenID Connect client to a SignInFailure; any other error stays as it is. */
function toSignInFailure(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    return new SignInFailure(reasonOfAnswer(error.error), word(error.error), error);
  }
  if (error instanceof ResponseBodyError) return new SignInFailure(reasonOf(error.status), word(error.error), error);
  if (error instanceof ClientError) {
    const status = error.cause instanceof Response ? error.cause.status : undefined;
    const reason = error.code === 'OAUTH_TIMEOUT' ? 'unavailable' : reasonOf(status);
    return new SignInFailure(reason, error.code ?? 'OAUTH_UNKNOWN', error);
  }
  // `fetch` rejects with this when there was no answer.
  if (error instanceof TypeError && error.cause !== undefined)
    return new SignInFailure('unavailable', 'noAnswer', error);
  return error;
}

function reasonOfAnswer(answer: string): FailureReason {
  if (answer === 'access_denied') return 'cancelled';
  return ISSUER_TROUBLE.has(answer) ? 'unavailable' : 'refused';
}

function reasonOf(status: number | undefined): FailureReason {
  return status !== undefined && status >= 500 ? 'unavailable' : 'refused';
}

/** The issuer's own word for it, as far as it is one. */
function word(text: string): string {
  return /^\w{1,64}$/.test(text) ? text : 'unknown';
}

/** An issuer that says nothing for so long is down; a person is waiting. */
const TIMEOUT_S = 5;
const PICTURE_MAX_CHARACTERS = 2000;

/** Random words that tie the issuer's answer to the question: one set for each sign-in. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An issuer of identities, asked by OpenID Connect's authorization code flow with PKCE. */
export class OpenIdIssuer {
  readonly #settings: NonNullable<Config['google']>;
  readonly #asksEmail: boolean;
  #configuration: Promise<Configuration> | null = null;

  /** The issuer is contacted only at the first sign-in: the server starts without it. */
  constructor(settings: NonNullable<Config['google']>, { asksEmail }: { asksEmail: boolean }) {
    this.#settings = settings;
    this.#asksEmail = asksEmail;
  }

  /** The issuer's page, which leads back to `callback`. Throws SignInFailure. */
  async begin({ state, nonce, codeVerifier }: SignInChecks, callback: string): Promise<string> {
    const configuration = await this.#discover();
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      // The address is for its domain alone, where that decides who may join.
      scope: this.#asksEmail ? 'openid profile email' : 'openid profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Returns the person who has come back to this address, which is the callback with the issuer's answer in its query. The name is empty
   * when the issuer gives none. Throws SignInFailure.
   */
  async finish(answered: URL, checks: SignInChecks): Promise<Identity> {
    const configuration = await this.#discover();
    try {
      const tokens = await authorizationCodeGrant(configuration, answered, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInFailure('refused', 'noIdToken');
      const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
      // Google includes name and picture in the token; other issuers give them on request only.
      const isWhole = claims['name'] !== undefined && (!this.#asksEmail || claims['email'] !== undefined);
      const isTold = isWhole || userInfo === undefined;
      const told = isTold ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      const domain = this.#asksEmail ? confirmed.parse(told) : null;
      return { issuer, subject: claims.sub, ...profile.parse(told), domain };
    } catch (error) {
      throw toSignInFailure(error);
    }
  }

  /** Read once. A failure is not cached. */
  #discover(): Promise<Configuration> {
    this.#configuration ??= this.#read().catch((error: unknown) => {
      this.#configuration = null;
      throw error;
    });
    return this.#configuration;
  }

  async #read(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isInsecure = issuer.startsWith('http:');
    try {
      const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        execute: isInsecure ? [allowInsecureRequests] : [],
      });
      // The token's signature is not looked at without this, since the token comes from the issuer itself.
      enableNonRepudiationChecks(configuration);
      return configuration;
    } catch (error) {
      const failure = toSignInFailure(error);
      throw failure instanceof SignInFailure ? new SignInFailure('unavailable', failure.code, error) : error;
    }
  }
}

/** The profile that the member sees; a part that cannot be shown is left out. */
const profile = z.object({
  name: z.string().transform(shorten).catch(''),
  picture: z
    .url({ protocol: /^https$/ })
    .max(PICTURE_MAX_CHARACTERS)
    .nullable()
    .catch(null),
});

function shorten(name: string): string {
  return Array.from(cleanName(name)).slice(0, NAME_MAX).join('').trim();
}

/** The domain of an e-mail address that the issuer has confirmed; null without one. Some issuers write `true` as a text. */
const confirmed = z
  .object({ email: z.string(), email_verified: z.union([z.literal(true), z.literal('true')]) })
  .transform(({ email }) => domainOf(email))
  .catch(null);

function domainOf(email: string): string | null {
  const [, domain = ''] = /^[^@]+@([^@\s]+)$/.exec(email) ?? [];
  return domainToASCII(domain) || null;
}
