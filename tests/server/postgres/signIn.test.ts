import { afterAll, beforeAll, expect, it } from 'vitest';
import { LyingIssuer } from '../support/LyingIssuer';
import { openApp, type OpenApp } from '../support/openApp';
import { rowsOf } from '../support/rowsOf';
import { Visitor } from '../support/Visitor';

const HOME = 'http://127.0.0.1:3000';

let issuer: LyingIssuer;
let one: OpenApp;
let other: OpenApp;
beforeAll(async () => {
  issuer = await LyingIssuer.start();
  one = await openApp(issuer.settings, { lifetime: 'file' });
  other = await one.beside();
});
afterAll(() => issuer.stop());

it("two servers on one PostgreSQL that get an issuer's answer at once sign in once", async () => {
  for (let round = 1; round <= 5; round += 1) {
    const here = new Visitor(one.app);
    const page = await here.begin(HOME);
    issuer.nonce = page.searchParams.get('nonce') ?? '';
    const query = new URLSearchParams({ code: 'a-code', state: page.searchParams.get('state') ?? '' });
    const back = `/auth/callback/google?${query.toString()}`;
    const there = new Visitor(other.app, here);
    const answers = await Promise.all([here.open(back), there.open(back), here.open(back), there.open(back)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([302, 400, 400, 400]);
    expect(await rowsOf(one.db)).toEqual({ members: 1, sessions: round });
  }
});
