import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CLIENT } from '../../support/TestIssuer';

const newKey = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What it does other than an honest issuer, for the next sign-in. */
export interface Lie {
  /** Claims of the token in place of the true ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that is not the published one. */
  readonly isForged?: boolean;
  /** How the token endpoint answers in place of a token. */
  readonly token?: { readonly status: number; readonly body: string };
  /** What is told at the page for those who have no name in their token. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

/** An OpenID Connect issuer that says what a test wants it to. */
export class LyingIssuer {
  readonly url: string;
  lie: Lie = {};
  /** The nonce of the sign-in under way, which a true issuer has from its address. */
  nonce = '';
  /** The forms that were sent for a token. */
  readonly exchanges: URLSearchParams[] = [];
  readonly #server: Server;
  readonly #key = newKey();
  readonly #forger = newKey();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<LyingIssuer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LyingIssuer(server);
  }

  get settings(): Record<string, string> {
    return { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, OIDC_ISSUER: this.url };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
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
