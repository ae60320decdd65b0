import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COLOURS } from '../../../src/theme/tokens';
import { openApp } from '../support/openApp';
import { Person } from '../support/Person';

const HOME = 'http://127.0.0.1:3000';

async function builtApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mulgil-web-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/font-AbC_1-2.css'), '@font-face{}');
  await writeFile(
    join(folder, 'index.html'),
    '<link rel="stylesheet" crossorigin href="/assets/index-1.css"><link rel="stylesheet" crossorigin href="/assets/font-AbC_1-2.css">',
  );
  return folder;
}

const openSignIn = async (webFolder: string | undefined, lng: string) => {
  const { app } = await openApp({}, webFolder === undefined ? {} : { webFolder });
  return new Person(app).get(`/auth/login/google?redirect=${HOME}&lng=${lng}`);
};

describe('the page where one signs in by name', () => {
  it.each([
    ['en', 'A name on this computer'],
    ['ko', '이 컴퓨터에서 쓰는 이름'],
  ])('has the face of the app, and speaks of a name on this computer in %s [LOGIN-5]', async (lng, words) => {
    const page = await openSignIn(await builtApp(), lng);
    expect(page.body).toContain('<link rel="stylesheet" href="/assets/font-AbC_1-2.css">');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+'; font-src 'self';/);
    expect(page.body).toContain(words);
    expect(page.body).toContain('<svg class="logo"');
    expect(page.body.replaceAll('/auth/login/google', '')).not.toMatch(/google/i);
  });

  it('has the colours of the app in both themes [LOGIN-5]', async () => {
    const { body } = await openSignIn(undefined, 'en');
    const [light = '', dark = ''] = body.split('@media (prefers-color-scheme:dark)');
    for (const [part, colours] of [
      [light, COLOURS.light],
      [dark, COLOURS.dark],
    ] as const) {
      const of = new Map(Object.entries(colours));
      expect(part).toContain(`--page:${of.get('page') ?? of.get('pane')};`);
      for (const name of ['surface', 'raised', 'ink', 'muted', 'line', 'action']) {
        expect(part).toContain(`--${name}:${of.get(name)};`);
      }
      for (const name of ['textEdge', 'imageEdge', 'onFill', 'dangerDeep']) expect(part).toContain(of.get(name));
    }
  });

  it('works without the app, too', async () => {
    const page = await openSignIn(undefined, 'en');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('<link');
  });
});
