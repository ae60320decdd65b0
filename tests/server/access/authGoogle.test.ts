import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestIssuer } from '../../support/TestIssuer';
import { openApp } from '../support/openApp';
import { rowsOf } from '../support/rowsOf';
import { Visitor } from '../support/Visitor';

const HOME = 'http://127.0.0.1:3000';
const MINUTE_MS = 60 * 1000;

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer.stop());
beforeEach(() => {
  issuer.open(HOME);
  issuer.accounts.clear();
  issuer.accounts.set('jiwoo-1', { name: '지우', picture: 'https://pictures.test/jiwoo=s96-c' });
  issuer.accounts.set('hana-2', { name: '하나' });
});

interface Seen {
  readonly memberId: string;
  readonly name: string;
  readonly picture: string | null;
}

/** The member signed in in this browser; null for a visitor. */
async function memberOf(visitor: Visitor): Promise<Seen | null> {
  const answer = await visitor.person.get('/member');
  return answer.statusCode === 200 ? answer.json<Seen>() : null;
}

/** Expects a page for people, without a sign-in. */
function expectPage(answer: LightMyRequestResponse, status: number, sentence: string): void {
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.body).toContain(sentence);
  expect(answer.cookies.filter(({ name }) => name.endsWith('mulgil_session'))).toEqual([]);
}

const OVER = '시간이 지났거나 이미 쓰였거나 다른 브라우저에서 시작한 로그인이에요.';
const REFUSED = '로그인 서비스가 보낸 답을 확인할 수 없었어요.';
const UNAVAILABLE = '로그인 서비스가 응답하지 않아요. 잠시 후 다시 시도해 주세요.';

describe('on the way to the issuer', () => {
  it('a sign-in carries random words that are its own, and the browser gets one that is not among them', async () => {
    const { app } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const answer = await visitor.open(`/auth/login/google?redirect=${HOME}`);
    expect(answer.statusCode).toBe(302);
    const url = new URL(answer.headers.location ?? '');
    expect(url.origin).toBe(issuer.url);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      client_id: 'mulgil',
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: `${HOME}/auth/callback/google`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{300,600}\.ko$/) as string,
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'mulgil_sign_in', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });
    expect(url.href).not.toContain(cookie?.value);

    const again = Object.fromEntries((await visitor.begin(HOME)).searchParams);
    for (const word of ['state', 'nonce', 'code_challenge']) expect(again[word]).not.toBe(query[word]);
  });

  it('leads back by the name the person typed for this machine', async () => {
    const { app } = await openApp(issuer.settings);
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      const answer = await new Visitor(app).person.get(`/auth/login/google?redirect=${HOME}`, { host });
      const { searchParams } = new URL(answer.headers.location ?? '');
      expect(searchParams.get('redirect_uri')).toBe(`http://${host}/auth/callback/google`);
    }
    const forged = await new Visitor(app).person.get(`/auth/login/google?redirect=${HOME}`, { host: 'evil.example' });
    expect(forged.headers.location).not.toContain('evil.example');
  });

  it('nobody is sent there to end up on a foreign page', async () => {
    const { app } = await openApp(issuer.settings);
    for (const redirect of ['https://evil.example', `${HOME}@evil.example/`, 'http://127.0.0.1:3001/', '/main/1', '']) {
      const query = new URLSearchParams({ redirect }).toString();
      const answer = await new Visitor(app).open(`/auth/login/google?${query}`);
      expect([redirect, answer.statusCode, answer.cookies]).toEqual([redirect, 400, []]);
    }
  });

  it('an issuer that is down gives a page, and is asked again the next time', async () => {
    const { app } = await openApp(issuer.settings);
    issuer.shut();
    const visitor = new Visitor(app);
    const redirect = `${HOME}/main/7?from=a&to=b`;
    const down = await visitor.open(`/auth/login/google?${new URLSearchParams({ redirect }).toString()}`);
    expectPage(down, 503, UNAVAILABLE);
    expect(down.body).toContain(`<a href="${HOME}/main/7?from=a&amp;to=b">물길로 돌아가기</a>`);

    issuer.open(HOME);
    const [, again = ''] = /class="action" href="([^"]+)"/.exec(down.body) ?? [];
    expect(again).toContain('lng=ko');
    const url = new URL((await visitor.open(again.replaceAll('&amp;', '&'))).headers.location ?? '');
    const back = await visitor.open(await visitor.identify(url, 'jiwoo-1'));
    expect(back.headers.location).toBe(redirect);
  });

  it('local accounts are out of the way unless the operator wants both', async () => {
    const { app } = await openApp(issuer.settings);
    expect((await app.inject('/capabilities')).json()).toMatchObject({ signIn: 'google' });
    expect((await new Visitor(app).person.post('/auth/login/local', { name: '지우' })).statusCode).toBe(404);
    const both = await openApp({ ...issuer.settings, LOCAL_SIGN_IN: 'on' });
    expect((await new Visitor(both.app).person.post('/auth/login/local', { name: '지우' })).statusCode).toBe(200);
  });
});

describe('back from the issuer', () => {
  it('a person is a member, where they came from', async () => {
    const { app } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const answer = await visitor.signIn('jiwoo-1', `${HOME}/main/7?lng=ko#here`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${HOME}/main/7?lng=ko#here`]);
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: 'mulgil_session', httpOnly: true, sameSite: 'Lax', path: '/' }),
    );
    expect(await memberOf(visitor)).toMatchObject({ name: '지우', picture: 'https://pictures.test/jiwoo=s96-c' });
  });

  it('they are known by issuer and subject, and called and shown as the issuer does now', async () => {
    const { app, db } = await openApp({ ...issuer.settings, LOCAL_SIGN_IN: 'on' });
    const newVisitor = (): Visitor => new Visitor(app);
    const [first, second, namesake, local] = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
    await first.signIn('jiwoo-1', HOME);
    issuer.accounts.set('jiwoo-1', { name: '김지우' });
    issuer.accounts.set('other', { name: '김지우' });
    await second.signIn('jiwoo-1', HOME);
    await namesake.signIn('other', HOME);
    // A name typed here belongs to no account of the issuer.
    const typed = await local.person.post('/auth/login/local', { name: 'jiwoo-1' });

    const jiwoo = await memberOf(second);
    expect(jiwoo).toMatchObject({ name: '김지우', picture: null });
    expect(await memberOf(first)).toEqual(jiwoo);
    expect((await memberOf(namesake))?.memberId).not.toBe(jiwoo?.memberId);
    expect(typed.json<Seen>().memberId).not.toBe(jiwoo?.memberId);
    expect(await rowsOf(db)).toEqual({ members: 3, sessions: 4 });
  });

  it('the member who was signed in in this browser no longer is, and no earlier token becomes theirs', async () => {
    const { app } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    visitor.cookies.set('mulgil_session', 'planted-by-somebody-else');
    await visitor.signIn('jiwoo-1', HOME);
    const before = visitor.cookies.get('mulgil_session') ?? '';
    expect(before).not.toBe('planted-by-somebody-else');

    await visitor.signIn('hana-2', HOME);
    expect(await memberOf(visitor)).toMatchObject({ name: '하나' });
    const old = new Visitor(app);
    old.cookies.set('mulgil_session', before);
    expect(await memberOf(old)).toBeNull();
  });

  it('on https both cookies insist on it, and an app on a sister domain is led back to', async () => {
    const home = 'https://api.example.com';
    issuer.open(home);
    const { app } = await openApp({ ...issuer.settings, PUBLIC_URL: home, WEB_ORIGIN: 'https://app.example.com' });
    const visitor = new Visitor(app);
    const page = await visitor.begin('https://app.example.com/main/7');
    expect(page.searchParams.get('redirect_uri')).toBe(`${home}/auth/callback/google`);
    expect([...visitor.cookies.keys()]).toEqual(['__Host-mulgil_sign_in']);
    const answer = await visitor.open(await visitor.identify(page, 'jiwoo-1'));
    expect(answer.headers.location).toBe('https://app.example.com/main/7');
    expect(answer.cookies).toMatchObject([{ name: '__Host-mulgil_session', secure: true, path: '/' }]);
    expect(await memberOf(visitor)).toMatchObject({ name: '지우' });

    const cancelled = await visitor.identify(await visitor.begin('https://app.example.com/main/7'), null);
    expect((await visitor.open(cancelled)).headers.location).toBe(
      'https://app.example.com/signin?cancelled&next=%2Fmain%2F7',
    );
  });

  it("a person who pressed 'Cancel' is led to the app's sign-in page, still a visitor", async () => {
    const { app, db } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const back = await visitor.identify(await visitor.begin(`${HOME}/main/7`), null);
    const answer = await visitor.open(back);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${HOME}/signin?cancelled&next=%2Fmain%2F7`]);
    expect(await rowsOf(db)).toEqual({ members: 0, sessions: 0 });
    expectPage(await visitor.open(back), 400, OVER);
  });

  it('an answer is taken once', async () => {
    const { app, db } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const back = await visitor.identify(await visitor.begin(HOME), 'jiwoo-1');
    // A link checker requests the address without using it up.
    await visitor.person.send({ method: 'HEAD', url: back });
    expect((await visitor.open(back)).statusCode).toBe(302);
    expectPage(await visitor.open(back), 400, OVER);
    expect(await memberOf(visitor)).toMatchObject({ name: '지우' });
    expect(await rowsOf(db)).toEqual({ members: 1, sessions: 1 });
  });

  it('an answer to another browser is refused, and still accepted from the right one', async () => {
    const { app } = await openApp(issuer.settings);
    const [visitor, thief, bare] = [new Visitor(app), new Visitor(app), new Visitor(app)];
    const back = await visitor.identify(await visitor.begin(HOME), 'jiwoo-1');
    await thief.begin(HOME);
    expectPage(await thief.open(back), 400, OVER);
    expectPage(await bare.open(back), 400, OVER);
    expect([await memberOf(thief), await memberOf(bare)]).toEqual([null, null]);
    expect((await visitor.open(back)).statusCode).toBe(302);
  });

  it('an answer to nothing that was asked is not taken', async () => {
    const { app, db } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const back = new URL(await visitor.identify(await visitor.begin(HOME), 'jiwoo-1'), HOME);
    const state = back.searchParams.get('state') ?? '';
    for (const wrong of [`${state}x`, state.replace(/\.ko$/, '.en'), '']) {
      const url = new URL(back);
      url.searchParams.set('state', wrong);
      expect((await visitor.open(url.pathname + url.search)).statusCode).toBe(400);
    }
    expectPage(await visitor.open('/auth/callback/google'), 400, OVER);
    expect(await rowsOf(db)).toEqual({ members: 0, sessions: 0 });
  });

  it('a person has ten minutes at the issuer', async () => {
    const { app, clock } = await openApp(issuer.settings);
    const [quick, slow] = [new Visitor(app), new Visitor(app)];
    const inTime = await quick.identify(await quick.begin(HOME), 'jiwoo-1');
    const late = await slow.identify(await slow.begin(HOME), 'hana-2');
    clock.pass(10 * MINUTE_MS - 1);
    expect((await quick.open(inTime)).statusCode).toBe(302);
    clock.pass(1);
    expectPage(await slow.open(late), 400, OVER);
    expect(await memberOf(slow)).toBeNull();
  });

  it('two tabs of a browser may sign in at a time', async () => {
    const { app } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const pages = [await visitor.begin(`${HOME}/`), await visitor.begin(`${HOME}/main/7`)];
    for (const page of pages) {
      expect((await visitor.open(await visitor.identify(page, 'jiwoo-1'))).statusCode).toBe(302);
    }
  });

  it('any process on the database takes the answer, and no other one after it', async () => {
    const first = await openApp(issuer.settings);
    const second = await first.beside();
    const here = new Visitor(first.app);
    const back = await here.identify(await here.begin(HOME), 'jiwoo-1');
    const there = new Visitor(second.app, here);
    expect((await there.open(back)).statusCode).toBe(302);
    expectPage(await here.open(back), 400, OVER);
    expect(await rowsOf(first.db)).toEqual({ members: 1, sessions: 1 });
  });

  it("another sign-in's code is refused by PKCE, another issuer's answer by its name", async () => {
    const { app, db } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const answerTo = async (account: string): Promise<URL> =>
      new URL(await visitor.identify(await visitor.begin(HOME), account), HOME);
    const [mine, stolen, mixed] = [await answerTo('jiwoo-1'), await answerTo('hana-2'), await answerTo('jiwoo-1')];
    mine.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expectPage(await visitor.open(mine.pathname + mine.search), 400, REFUSED);
    expect(mixed.searchParams.get('iss')).toBe(issuer.url);
    mixed.searchParams.set('iss', 'https://evil.example');
    expectPage(await visitor.open(mixed.pathname + mixed.search), 400, REFUSED);
    expect(await rowsOf(db)).toEqual({ members: 0, sessions: 0 });
  });

  it('an issuer that is gone by now gives a page', async () => {
    const { app, db } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const back = await visitor.identify(await visitor.begin(`${HOME}/main/7`), 'jiwoo-1');
    issuer.shut();
    const answer = await visitor.open(back);
    expectPage(answer, 503, UNAVAILABLE);
    expect(answer.body).toContain(`<a href="${HOME}/main/7">`);
    expect(await rowsOf(db)).toEqual({ members: 0, sessions: 0 });
  });

  it('trouble of our own gives a page, too', async () => {
    const { app, db } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const back = await visitor.identify(await visitor.begin(HOME), 'jiwoo-1');
    await db.schema.dropTable('used_sign_in').execute();
    const broken = '서버에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.';
    expectPage(await visitor.open(back), 500, broken);
    expect(await memberOf(visitor)).toBeNull();
  });

  it("failures are in the visitor's language, with nothing that runs and nothing to learn from", async () => {
    const { app } = await openApp(issuer.settings);
    const visitor = new Visitor(app);
    const page = await visitor.begin(HOME, 'en');
    expect(page.searchParams.get('state')).toMatch(/\.en$/);
    const back = await visitor.identify(page, 'jiwoo-1');
    const answer = await new Visitor(app).open(back);
    expectPage(answer, 400, 'This sign-in took too long, was used already or began in another browser.');
    expect(answer.body).toContain('<html lang="en">');
    expect(answer.body).toContain(
      `<a class="action" href="/auth/login/google?redirect=http%3A%2F%2F127.0.0.1%3A3000&amp;lng=en">Sign in again</a>`,
    );
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const secret of new URL(back, HOME).searchParams.values()) expect(answer.body).not.toContain(secret);
    expect((await new Visitor(app).open('/auth/callback/google?state=<b>&error=<i>x')).body).not.toMatch(/<[bi]>/);
  });
});
