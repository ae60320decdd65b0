import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import { CLIENT, signInAt } from './issuerClient';
import { serve, type Served } from './serve';

export interface Account {
  readonly name: string;
  readonly picture?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

const SCOPE = 'openid profile email';

/**
 * A real OpenID Connect provider on this machine, with a page that asks for one's name. Like Google it gives name and picture in the token,
 * and requires PKCE as well.
 */
export class TestIssuer {
  readonly url: string;
  /** Accounts by the name that people type. */
  readonly accounts = new Map<string, Account>();
  readonly #served: Served;
  #answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) =>
    response.writeHead(503).end();

  private constructor(served: Served) {
    this.#served = served;
    this.url = served.url;
  }

  /** Its address is known, but it answers 503 until `open`. */
  static async start(): Promise<TestIssuer> {
    const server = createServer((request, response) => void issuer.#answer(request, response));
    const issuer = new TestIssuer(await serve(server));
    return issuer;
  }

  /** The settings of a server that signs in here. */
  get settings(): Record<string, string> {
    return signInAt(this.url);
  }

  /** Accepts sign-ins for the server at this origin. */
  open(origin: string): void {
    const provider = new Provider(this.url, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${origin}/auth/callback/google`],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['signs the cookies of tests'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => {
        const account = this.accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
      },
      // No second question: typing one's name is consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({ accountId: oidc.account?.accountId, clientId: oidc.client?.clientId });
        grant.addOIDCScope(SCOPE);
        await grant.save();
        return grant;
      },
    });
    const standard = provider.callback();
    this.#answer = async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) await standard(request, response);
      else if (request.method === 'GET') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      else {
        const form = new URLSearchParams(await text(request));
        const accountId = form.get('account') ?? '';
        const result = form.has('cancel') ? { error: 'access_denied' } : { login: { accountId } };
        await provider.interactionFinished(request, response, result);
      }
    };
  }

  /** Answers as a provider in trouble does. */
  shut(): void {
    this.#answer = (_request, response) => response.writeHead(503).end();
  }

  stop(): Promise<void> {
    return this.#served.stop();
  }
}

const PAGE = `<!doctype html><html lang="en"><title>Test provider</title><h1>Who are you?</h1>
<form method="post"><label>Account <input name="account" autofocus></label>
<button>Continue</button> <button name="cancel">Cancel</button></form></html>`;
