import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LyingIssuer, type Lie } from '../support/LyingIssuer';
import { openApp, type OpenApp } from '../support/openApp';
import { rowsOf } from '../support/rowsOf';
import { Visitor } from '../support/Visitor';

const HOME = 'http://127.0.0.1:3000';

let issuer: LyingIssuer;
beforeAll(async () => {
  issuer = await LyingIssuer.start();
});
afterAll(() => issuer.stop());

let opened: OpenApp;
beforeAll(async () => {
  opened = await openApp(issuer.settings, { lifetime: 'file' });
});

interface Attempt {
  readonly visitor: Visitor;
  readonly answer: Awaited<ReturnType<Visitor['open']>>;
  /** The members and sessions that were added. */
  readonly made: { readonly members: number; readonly sessions: number };
}

/** Signs in while the issuer tells this lie. */
async function signInWith(lie: Lie): Promise<Attempt> {
  const before = await rowsOf(opened.db);
  const visitor = new Visitor(opened.app);
  const page = await visitor.begin(HOME);
  issuer.lie = lie;
  issuer.nonce = page.searchParams.get('nonce') ?? '';
  const query = new URLSearchParams({ code: 'a-code', state: page.searchParams.get('state') ?? '' });
  const answer = await visitor.open(`/auth/callback/google?${query.toString()}`);
  const { members, sessions } = await rowsOf(opened.db);
  return { visitor, answer, made: { members: members - before.members, sessions: sessions - before.sessions } };
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

describe('an answer of the issuer', () => {
  it('that is true makes a member', async () => {
    const { answer, visitor, made } = await signInWith({});
    expect(answer.statusCode).toBe(302);
    expect((await visitor.person.get('/member')).json()).toMatchObject({ name: '지우', picture: null });
    expect(made).toEqual({ members: 1, sessions: 1 });
    const sent = issuer.exchanges.at(-1);
    expect(sent?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(sent?.get('redirect_uri')).toBe(`${HOME}/auth/callback/google`);
  });

  it.each<[string, Lie]>([
    ['for another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another app', { claims: { aud: 'another-app' } }],
    ['for another app as well, which asked for it', { claims: { aud: ['mulgil', 'another'], azp: 'another' } }],
    ['that is over', { claims: { iat: inSeconds(-600), exp: inSeconds(-300) } }],
    ['without an end', { claims: { exp: undefined } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['about nobody', { claims: { sub: undefined } }],
    ['signed by somebody else', { isForged: true }],
    ['to a code it refuses', { token: { status: 400, body: '{"error":"invalid_grant"}' } }],
    ['to a client it refuses', { token: { status: 401, body: '{"error":"invalid_client"}' } }],
    ['without an identity', { token: { status: 200, body: '{"access_token":"x","token_type":"Bearer"}' } }],
    ['that is no JSON', { token: { status: 200, body: '<h1>Welcome</h1>' } }],
    [
      'that names another person when asked again',
      { claims: { name: undefined }, userInfo: { sub: 'hana', name: '하나' } },
    ],
  ])('%s signs nobody in', async (_, lie) => {
    const { answer, made } = await signInWith(lie);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('로그인 서비스가 보낸 답을 확인할 수 없었어요.');
    expect(answer.cookies).toEqual([]);
    expect(made).toEqual({ members: 0, sessions: 0 });
  });

  it.each<[string, Lie]>([
    ['no JSON', { token: { status: 502, body: 'Bad Gateway' } }],
    ['an error', { token: { status: 503, body: '{"error":"temporarily_unavailable"}' } }],
  ])('that is its own trouble, with %s, asks for patience', async (_, lie) => {
    const { answer, made } = await signInWith(lie);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('로그인 서비스가 응답하지 않아요. 잠시 후 다시 시도해 주세요.');
    expect(made).toEqual({ members: 0, sessions: 0 });
  });

  it.each<[string, Lie, { name: string; picture?: string | null }]>([
    ['no name', { claims: { name: undefined }, userInfo: { sub: 'jiwoo' } }, { name: '이름 없음' }],
    ['an empty name', { claims: { name: ' \0 ' } }, { name: '이름 없음' }],
    ['a name that is none', { claims: { name: { first: 'J' } } }, { name: '이름 없음' }],
    ['a name that is too long', { claims: { name: '🐟'.repeat(300) } }, { name: '🐟'.repeat(200) }],
    [
      'a name when asked only',
      { claims: { name: undefined }, userInfo: { sub: 'jiwoo', name: '지우', picture: 'https://p.test/j' } },
      { name: '지우', picture: 'https://p.test/j' },
    ],
    ['a picture that runs', { claims: { picture: 'javascript:alert(1)' } }, { name: '지우', picture: null }],
    ['a picture in the open', { claims: { picture: 'http://p.test/j.png' } }, { name: '지우', picture: null }],
    [
      'an endless picture',
      { claims: { picture: `https://p.test/${'j'.repeat(2000)}` } },
      { name: '지우', picture: null },
    ],
  ])('with %s is shown as far as it can be', async (_, lie, shown) => {
    const { visitor } = await signInWith(lie);
    expect((await visitor.person.get('/member')).json()).toMatchObject(shown);
  });
});
