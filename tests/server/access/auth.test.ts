import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { Person, signIn } from '../support/Person';

const HOME = 'http://127.0.0.1:3000';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

async function idOf(person: Person): Promise<string> {
  return (await person.get('/member')).json<{ memberId: string }>().memberId;
}

/** An app for the tests that neither move its clock nor count what others make. */
let shared: OpenApp;
beforeAll(async () => {
  shared = await openApp({}, { lifetime: 'file' });
});

describe('signing in by name', () => {
  it('shows a small page in Korean, or in the language the visitor reads', async () => {
    const { app } = shared;
    const visitor = new Person(app);
    const korean = await visitor.get(`/auth/login/google?redirect=${HOME}`);
    expect(korean.statusCode).toBe(200);
    expect(korean.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(korean.body).toContain('<html lang="ko">');
    expect(korean.body).toContain('이름');
    for (const query of [`redirect=${HOME}&lng=en`, `redirect=${encodeURIComponent(`${HOME}/signin?lng=en-GB`)}`]) {
      const english = await visitor.get(`/auth/login/google?${query}`);
      expect(english.body).toContain('<html lang="en">');
      expect(english.body).toContain('>Name<input name="name"');
    }
    expect(korean.body.match(/<input(?! type="hidden")/g)).toHaveLength(1);
    expect(korean.body.match(/<button>/g)).toHaveLength(1);
  });

  it('allows the page its own style and its own form, and no script', async () => {
    const { app } = shared;
    const page = await new Person(app).get(`/auth/login/google?redirect=${HOME}`);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(
      /default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'self' http:\/\/127\.0\.0\.1:3000/,
    );
    expect(page.body).not.toContain('<script');
    // With no-referrer the form's POST would carry `Origin: null` and be refused.
    expect(page.headers['referrer-policy']).toBe('same-origin');
  });

  it('takes the form, makes the member and leads back to where they came from', async () => {
    const { app } = shared;
    const answer = await new Person(app).post(
      '/auth/login/local',
      form({ name: ' 지우 ', redirect: `${HOME}/main/7?lng=ko`, lng: 'ko' }),
      { ...FORM, origin: HOME },
    );
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['location']).toBe(`${HOME}/main/7?lng=ko`);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({
      name: 'mulgil_session',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 30 * 24 * 60 * 60,
    });
    expect(cookie).not.toHaveProperty('secure');
    const jiwoo = new Person(app, `mulgil_session=${cookie?.value}`);
    expect((await jiwoo.get('/member')).json()).toEqual({
      memberId: expect.stringMatching(/^[\w-]{21}$/) as string,
      name: '지우',
      picture: null,
    });
  });

  it('knows a name again, however it was typed', async () => {
    const { app } = shared;
    const composed = await signIn(app, '지우');
    const decomposed = await signIn(app, ' 지우 '.normalize('NFD'));
    const other = await signIn(app, '민수');
    expect(await idOf(decomposed)).toBe(await idOf(composed));
    // A NUL would end the name in the database: another member would become 'Mina'.
    expect(await idOf(await signIn(app, 'Mina\0Kim'))).toBe(await idOf(await signIn(app, 'MinaKim')));
    expect(await idOf(other)).not.toBe(await idOf(composed));
  });

  it('asks again when the name is empty or too long', async () => {
    const { app } = shared;
    const visitor = new Person(app);
    for (const name of ['   ', '가'.repeat(201)]) {
      const again = await visitor.post('/auth/login/local', form({ name, redirect: HOME, lng: 'en' }), FORM);
      expect(again.statusCode).toBe(400);
      expect(again.body).toContain('Please enter a name of 1 to 200 characters.');
      expect(again.cookies).toEqual([]);
      expect((await visitor.post('/auth/login/local', { name })).json()).toMatchObject({ code: 'invalidName' });
    }
    expect((await visitor.post('/auth/login/local', { name: '가'.repeat(200) })).statusCode).toBe(200);
  });

  it('escapes what it writes into the page', async () => {
    const { app } = shared;
    const page = await new Person(app).get(`/auth/login/google?redirect=${encodeURIComponent(`${HOME}/?x="><b>&`)}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('"><b>');
  });

  it.each([
    'https://evil.example',
    'http://127.0.0.1:3000.evil.example',
    'http://127.0.0.1:3000@evil.example/',
    'http://user:pass@127.0.0.1:3000/',
    'http://127.0.0.1:3001/',
    'https://127.0.0.1:3000/',
    '//evil.example',
    '/main/1',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
  ])('never leads to %s', async (redirect) => {
    const { app } = shared;
    const visitor = new Person(app);
    const query = new URLSearchParams({ redirect }).toString();
    expect((await visitor.get(`/auth/login/google?${query}`)).statusCode).toBe(400);
    expect((await visitor.post('/auth/login/local', form({ name: 'x', redirect }), FORM)).statusCode).toBe(400);
    expect((await visitor.post('/auth/login/local', { name: 'x', redirect })).statusCode).toBe(400);
  });

  it('needs exactly one address to lead to', async () => {
    const { app } = shared;
    const visitor = new Person(app);
    expect((await visitor.get('/auth/login/google')).statusCode).toBe(400);
    expect((await visitor.get(`/auth/login/google?redirect=${HOME}&redirect=${HOME}`)).statusCode).toBe(400);
    expect((await visitor.post('/auth/login/local', form({ name: 'x' }), FORM)).statusCode).toBe(400);
    expect(
      (await visitor.get(`/auth/login/google?redirect=${encodeURIComponent('http://localhost:3000\\@evil.example')}`))
        .body,
    ).toContain('value="http://localhost:3000/@evil.example"');
  });
});

describe('a session', () => {
  it('ends at sign-out', async () => {
    const { app } = shared;
    const jiwoo = await signIn(app, '서연');
    const out = await jiwoo.post('/auth/logout');
    expect(out.statusCode).toBe(204);
    expect(out.cookies[0]).toMatchObject({ name: 'mulgil_session', value: '', path: '/' });
    expect((await jiwoo.get('/member')).statusCode).toBe(401);
    expect((await new Person(app).post('/auth/logout')).statusCode).toBe(204);
  });

  it('ends in every browser of the member, and of nobody else, if requested', async () => {
    const { app } = shared;
    const [here, there, minsu] = [await signIn(app, '하준'), await signIn(app, '하준'), await signIn(app, '도윤')];
    expect((await here.post('/auth/logout?everywhere=yes')).statusCode).toBe(400);
    const out = await here.post('/auth/logout?everywhere=1');
    expect(out.statusCode).toBe(204);
    expect(out.cookies[0]).toMatchObject({ name: 'mulgil_session', value: '', path: '/' });
    for (const browser of [here, there]) expect((await browser.get('/member')).statusCode).toBe(401);
    expect((await minsu.get('/member')).statusCode).toBe(200);
    // A visitor's sessions are unknown.
    expect((await here.post('/auth/logout?everywhere=1')).statusCode).toBe(401);
  });

  it('ends everywhere only for the member whose page asks for it', async () => {
    const { app } = shared;
    const [jiwoo, minsu] = [await signIn(app, '예은'), await signIn(app, '시우')];
    const stale = await minsu.post('/auth/logout?everywhere=1', undefined, { 'mulgil-member': await idOf(jiwoo) });
    expect(stale.statusCode).toBe(401);
    for (const browser of [jiwoo, minsu]) expect((await browser.get('/member')).statusCode).toBe(200);
  });

  it('is another one after each sign-in', async () => {
    const { app } = shared;
    const jiwoo = await signIn(app, '지호');
    const again = await jiwoo.post('/auth/login/local', { name: '수아' });
    expect((await jiwoo.get('/member')).statusCode).toBe(401);
    const minsu = new Person(app, `mulgil_session=${again.cookies[0]?.value}`);
    expect((await minsu.get('/member')).json()).toMatchObject({ name: '수아' });
  });

  it('lasts 30 days from the last visit', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    clock.pass(29 * DAY_MS);
    const visit = await jiwoo.get('/member');
    expect(visit.statusCode).toBe(200);
    expect(visit.cookies[0]).toMatchObject({ name: 'mulgil_session', maxAge: 30 * 24 * 60 * 60 });
    expect((await jiwoo.get('/member')).cookies).toEqual([]);
    clock.pass(29 * DAY_MS);
    expect((await jiwoo.get('/member')).statusCode).toBe(200);
    clock.pass(30 * DAY_MS);
    expect((await jiwoo.get('/member')).statusCode).toBe(401);
  });

  it('is not opened by the contents of the database', async () => {
    const { app, db } = await openApp();
    const jiwoo = await signIn(app);
    const [row] = await db.selectFrom('session').selectAll().execute();
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(jiwoo.cookie).not.toContain(row?.token_hash);
    expect((await new Person(app, `mulgil_session=${row?.token_hash}`).get('/member')).statusCode).toBe(401);
  });

  it('serves nobody but the member a page was opened by [CALL-9]', async () => {
    const { app } = shared;
    const person = await signIn(app, '유나');
    const jiwoo = { 'mulgil-member': await idOf(person) };
    const project = await person.create();
    expect((await person.get(`/projects/${project}`, jiwoo)).statusCode).toBe(200);

    // The same browser, another member: the page of the first one is still open.
    person.cookie = (await signIn(app, '하은')).cookie;
    const creation = await person.post('/projects', { name: 'Copy', canvas: '' }, jiwoo);
    expect(creation.json()).toMatchObject({ code: 'signInRequired' });
    expect((await person.get(`/projects/${project}`, jiwoo)).statusCode).toBe(401);
    expect((await person.get('/projects')).json()).toEqual([]);
  });

  it('is held by a __Host- cookie on https', async () => {
    const { app } = await openApp({ PUBLIC_URL: 'https://flows.example.com' });
    const answer = await new Person(app).post('/auth/login/local', { name: '지우' });
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-mulgil_session', secure: true, path: '/' });
    expect(answer.headers['strict-transport-security']).toBeDefined();
  });
});

describe('changes asked for by a page of another site', () => {
  it.each<[Record<string, string>, number]>([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://127.0.0.1:3001' }, 403],
    [{ origin: 'https://127.0.0.1:3000' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: HOME, 'sec-fetch-site': 'cross-site' }, 201],
    [{ origin: 'http://localhost:3000' }, 201],
    [{ origin: 'http://[::1]:3000' }, 201],
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{}, 201],
  ])('with %j answer %i', async (headers, status) => {
    const jiwoo = await signIn(shared.app, `Comes with ${JSON.stringify(headers)}`);
    const answer = await jiwoo.post('/projects', { name: 'x', canvas: '' }, headers);
    expect(answer.statusCode).toBe(status);
    expect((await jiwoo.get('/projects', headers)).statusCode).toBe(200);
  });

  it('are allowed from the web origins that the operator named, with cookies and by name', async () => {
    const { app } = await openApp({ PUBLIC_URL: 'https://api.example.com', WEB_ORIGIN: 'https://app.example.com' });
    const jiwoo = await signIn(app);
    const origin = 'https://app.example.com';
    const created = await jiwoo.post('/projects', { name: 'x', canvas: '' }, { origin });
    expect(created.statusCode).toBe(201);
    expect(created.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    });
    const preflight = await jiwoo.send({
      method: 'OPTIONS',
      url: '/projects/1/canvas',
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
    const refused = await jiwoo.post('/projects', { name: 'x', canvas: '' }, { origin: 'http://localhost:3000' });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['access-control-allow-origin']).not.toBe('http://localhost:3000');
  });
});
