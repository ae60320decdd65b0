import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Person } from './Person';

type Jar = Map<string, string>;

const header = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

function keep(jar: Jar, name: string, value: string): void {
  if (value === '') jar.delete(name);
  else jar.set(name, value);
}

/** A browser that walks between the app and an issuer's pages. */
export class Visitor {
  readonly #app: FastifyInstance;
  readonly cookies: Jar;

  /** `same` continues that browser with another process. */
  constructor(app: FastifyInstance, same?: Visitor) {
    this.#app = app;
    this.cookies = new Map(same?.cookies);
  }

  /** A client with this browser's current cookies. */
  get person(): Person {
    return new Person(this.#app, header(this.cookies));
  }

  /** Opens an address of the app; the caller follows redirects. */
  async open(url: string): Promise<LightMyRequestResponse> {
    const answer = await this.person.get(url);
    for (const { name, value } of answer.cookies) keep(this.cookies, name, value);
    return answer;
  }

  /** Begins to sign in; returns the issuer's address. */
  async begin(redirect: string, lng = 'ko'): Promise<URL> {
    const answer = await this.open(`/auth/login/google?${new URLSearchParams({ redirect, lng }).toString()}`);
    if (answer.statusCode !== 302) throw new Error(`could not begin: ${answer.statusCode} ${answer.body}`);
    return new URL(answer.headers.location ?? '');
  }

  /** Types an account's name at the issuer's page, or presses 'Cancel' there; returns the app's address to which it leads back. */
  async identify(page: URL, account: string | null): Promise<string> {
    // Cookies of somebody unknown to the issuer: it would not ask again otherwise.
    const cookies: Jar = new Map();
    let answer = await visit(cookies, page);
    while (answer.status >= 300 && answer.status < 400) {
      const next = new URL(answer.headers.get('location') ?? '', answer.url);
      if (next.origin !== page.origin) return next.pathname + next.search;
      answer = await visit(cookies, next);
      if (answer.status !== 200) continue;
      const form = new URLSearchParams(account === null ? 'cancel=' : { account });
      answer = await visit(cookies, next, form);
    }
    throw new Error(`the issuer answered ${answer.status}: ${await answer.text()}`);
  }

  /** Signs in from beginning to end; returns the app's last answer. */
  async signIn(account: string, redirect: string): Promise<LightMyRequestResponse> {
    return this.open(await this.identify(await this.begin(redirect), account));
  }
}

async function visit(cookies: Jar, url: URL, body?: URLSearchParams): Promise<Response> {
  const headers = { cookie: header(cookies) };
  const answer = await fetch(url, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) });
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    keep(cookies, name, value);
  }
  return answer;
}
