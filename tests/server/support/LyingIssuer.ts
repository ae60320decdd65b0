import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CLIENT, signInAt } from '../../support/issuerClient';
import { serve, type Served } from '../../support/serve';

const newKey = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Deviations from an honest issuer for the next sign-in. */
export interface Lie {
  /** Claims of the token in place of the true ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that is not the published one. */
  readonly isForged?: boolean;
  /** Answer of the token endpoint instead of a token. */
  readonly token?: { readonly status: number; readonly body: string };
  /** Claims of the user-info endpoint for accounts without a name in their token. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

/** An OpenID Connect issuer whose claims the test sets. */
export class LyingIssuer {
  readonly url: string;
  lie: Lie = {};
  /** The nonce of the current sign-in, which a real issuer reads from the address. */
  nonce = '';
  /** The forms sent for a token. */
  readonly exchanges: URLSearchParams[] = [];
  readonly #served: Served;
  readonly #key = newKey();
  readonly #forger = newKey();

  private constructor(served: Served) {
    this.#served = served;
    this.url = served.url;
  }

  static async start(): Promise<LyingIssuer> {
    const server = createServer((request, response) => void issuer.#answer(request, response));
    const issuer = new LyingIssuer(await serve(server));
    return issuer;
  }

  get settings(): Record<string, string> {
    return signInAt(this.url);
  }

  stop(): Promise<void> {
    return this.#served.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url } = this;
    const answer = (body: unknown): unknown =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return void answer({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          userinfo_endpoint: `${url}/me`,
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return void answer({ keys: [{ ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] });
      case '/me':
        return void answer(this.lie.userInfo ?? {});
      default: {
        this.exchanges.push(new URLSearchParams(await text(request)));
        const { token } = this.lie;
        if (token) response.writeHead(token.status, { 'content-type': 'application/json' }).end(token.body);
        else answer({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: this.#idToken() });
      }
    }
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.url,
      aud: CLIENT.id,
      sub: 'jiwoo',
      name: '지우',
      nonce: this.nonce,
      iat: now,
      exp: now + 300,
      ...this.lie.claims,
    };
    const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
    const { privateKey } = this.lie.isForged ? this.#forger : this.#key;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
