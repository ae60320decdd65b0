import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestIssuer } from '../../support/TestIssuer';
import { openApp, type OpenApp } from '../support/openApp';
import { Person } from '../support/Person';
import { rowsOf } from '../support/rowsOf';
import { Visitor } from '../support/Visitor';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

const HOME = 'http://127.0.0.1:3000';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer.stop());
beforeEach(() => {
  issuer.open(HOME);
  issuer.accounts.clear();
});

/** Signs in somebody with this address at the issuer. */
async function comeBy(
  app: OpenApp['app'],
  email: string,
  isVerified = true,
): Promise<{ visitor: Visitor; to: string }> {
  issuer.accounts.set(email, { name: email.split('@')[0] ?? '', email, email_verified: isVerified });
  const visitor = new Visitor(app);
  const answer = await visitor.signIn(email, `${HOME}/main/7`);
  return { visitor, to: answer.headers.location ?? '' };
}

const isIn = async ({ visitor }: { visitor: Visitor }): Promise<boolean> =>
  (await visitor.person.get('/member')).statusCode === 200;

describe('with ALLOWED_DOMAINS', () => {
  const domains = { ALLOWED_DOMAINS: 'example.com, 물길.kr' };

  it.skipIf(sqliteIsEnough)('only people with a confirmed address there become members [JOIN-1]', async () => {
    const { app, db } = await openApp({ ...issuer.settings, ...domains });
    for (const email of ['jiwoo@example.com', 'hana@EXAMPLE.com', 'minsu@물길.kr']) {
      const came = await comeBy(app, email);
      expect([email, came.to, await isIn(came)]).toEqual([email, `${HOME}/main/7`, true]);
    }
    for (const [email, isVerified] of [
      ['mallory@example.com', false],
      ['mallory@evil.example', true],
      ['mallory@sub.example.com', true],
      ['mallory@example.com@evil.example', true],
      ['example.com', true],
    ] as const) {
      const came = await comeBy(app, email, isVerified);
      expect([email, came.to, await isIn(came)]).toEqual([
        email,
        `${HOME}/signin?refused=domain&next=%2Fmain%2F7`,
        false,
      ]);
    }
    expect(await rowsOf(db)).toEqual({ members: 3, sessions: 3 });
  });

  it.skipIf(sqliteIsEnough)('requests the address, and stores nothing of it [JOIN-1]', async () => {
    const { app, db } = await openApp({ ...issuer.settings, ...domains });
    expect((await new Visitor(app).begin(HOME)).searchParams.get('scope')).toBe('openid profile email');
    const email = 'secret.address@example.com';
    issuer.accounts.set('jiwoo-1', { name: '지우', email, email_verified: true });
    const visitor = new Visitor(app);
    await visitor.signIn('jiwoo-1', HOME);
    expect(await isIn({ visitor })).toBe(true);
    const everything = JSON.stringify([
      await db.selectFrom('member').selectAll().execute(),
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('used_sign_in').selectAll().execute(),
    ]);
    expect(everything).toContain('지우');
    expect(everything).not.toContain('secret.address');
  });

  it.skipIf(sqliteIsEnough)('those who were members before stay members [JOIN-1]', async () => {
    const before = await openApp(issuer.settings);
    expect(await isIn(await comeBy(before.app, 'old@elsewhere.example'))).toBe(true);
    const after = await openApp({ ...before.env, ...domains });
    expect(await isIn(await comeBy(after.app, 'old@elsewhere.example'))).toBe(true);
    expect(await isIn(await comeBy(after.app, 'new@elsewhere.example'))).toBe(false);
  });
});

it.skipIf(sqliteIsEnough)(
  'without ALLOWED_DOMAINS no address is requested, and everybody may join [JOIN-1]',
  async () => {
    const { app } = await openApp(issuer.settings);
    expect((await new Visitor(app).begin(HOME)).searchParams.get('scope')).toBe('openid profile');
    expect(await isIn(await comeBy(app, 'anybody@elsewhere.example', false))).toBe(true);
  },
);

describe('with MEMBERS_MAX', () => {
  it('nobody joins beyond the limit, however many come at once [JOIN-2]', async () => {
    const first = await openApp({ MEMBERS_MAX: '3' });
    const second = await first.beside();
    const names = ['하나', '둘', '셋', '넷', '다섯', '여섯'];
    const answers = await Promise.all(
      names.map((name, at) => new Person((at % 2 ? first : second).app).post('/auth/login/local', { name })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'membersFull']),
    );
    expect(await rowsOf(first.db)).toEqual({ members: 3, sessions: 3 });
    // An existing member comes and goes.
    const there = names[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await new Person(first.app).post('/auth/login/local', { name: there })).statusCode).toBe(200);
  });

  it.skipIf(sqliteIsEnough)(
    'a person beyond the limit is told so on the sign-in page, by an issuer and by name [JOIN-2]',
    async () => {
      const opened = await openApp({ ...issuer.settings, MEMBERS_MAX: '1' });
      await comeBy(opened.app, 'jiwoo@example.com');
      expect(await comeBy(opened.app, 'hana@example.com')).toMatchObject({
        to: `${HOME}/signin?refused=full&next=%2Fmain%2F7`,
      });
      const { app } = await openApp({ MEMBERS_MAX: '1' });
      const send = (name: string, lng: string) =>
        new Person(app).post('/auth/login/local', new URLSearchParams({ name, lng, redirect: HOME }).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        });
      expect((await send('지우', 'ko')).statusCode).toBe(302);
      const [korean, english] = [await send('하나', 'ko'), await send('Hana', 'en')];
      expect([korean.statusCode, english.statusCode]).toEqual([403, 403]);
      expect(korean.body).toContain('회원 정원이 다 차서 가입할 수 없어요. 운영자에게 문의해 주세요.');
      expect(english.body).toContain(
        'There is no room for another member here. Please ask the person who runs this server.',
      );
    },
  );
});
