import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listProjects } from '../../../server/projects/listProjects';
import { writeManyRows } from '../support/manyRows';
import { openApp, type OpenApp } from '../support/openApp';
import { emptyCanvas, type Person, signIn } from '../support/Person';
import { plansOf, ROWS_TO_PLAN, wholeTables } from '../support/planOf';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

interface Page {
  readonly names: readonly string[];
  /** The address of the next page; null at the end. */
  readonly next: string | null;
}

async function read(person: Person, url: string): Promise<Page> {
  const answer = await person.get(url);
  expect(answer.statusCode).toBe(200);
  const [, next = null] = /^<(.+)>; rel="next"$/.exec(String(answer.headers['link'] ?? '')) ?? [];
  return { names: answer.json<{ name: string }[]>().map(({ name }) => name), next };
}

async function readAll(person: Person, url: string): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let next: string | null = url; next !== null;) {
    const page: Page = await read(person, next);
    pages.push(page.names);
    ({ next } = page);
  }
  return pages;
}

async function openWith(...names: readonly string[]) {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app, '지우');
  for (const name of names) {
    opened.clock.pass(1000);
    await jiwoo.create(name, '');
  }
  return { ...opened, jiwoo };
}

/** An app for the tests that neither move its clock nor count what others make. */
let shared: OpenApp;
beforeAll(async () => {
  shared = await openApp({}, { lifetime: 'file' });
});

describe('the list of projects', () => {
  it('is searched by a part of the name, in any case and however its letters are put together [LIST-1]', async () => {
    const { app, jiwoo } = await openWith('Rivers', 'rivER delta', 'Lake', '강과 바다', 'Ärger', '100 %', 'a_b', 'aXb');
    const minsu = await signIn(app, '민수');
    await minsu.create('River of another');
    const found = async (q: string) => (await read(jiwoo, `/projects?${new URLSearchParams({ q }).toString()}`)).names;
    expect(await found('RIVER')).toEqual(['rivER delta', 'Rivers']);
    expect(await found(' 바다 '.normalize('NFD'))).toEqual(['강과 바다']);
    expect(await found('ä')).toEqual(['Ärger']);
    expect(await found('%')).toEqual(['100 %']);
    expect(await found('_')).toEqual(['a_b']);
    expect(await found('\\')).toEqual([]);
    expect(await found('river\0s')).toEqual(['Rivers']);
    expect(await found('')).toHaveLength(8);
  });

  it('is ordered by name from A to Z on request, and follows a rename [LIST-2]', async () => {
    const { jiwoo, clock } = await openWith('banana', '하늘', 'Apple', '강', 'apple', 'cherry');
    expect((await read(jiwoo, '/projects?sort=name')).names).toEqual([
      'Apple',
      'apple',
      'banana',
      'cherry',
      '강',
      '하늘',
    ]);
    clock.pass(1000);
    await jiwoo.put('/projects/1/name', { name: 'ZEBRA' });
    expect((await read(jiwoo, '/projects?sort=name&q=z')).names).toEqual(['ZEBRA']);
    const push = { pid: 4, name: 'Zoo', timestamp: 'now', snapshot: emptyCanvas() };
    clock.pass(1000);
    expect((await jiwoo.post('/projects/4', push)).statusCode).toBe(200);
    expect((await read(jiwoo, '/projects?sort=name&q=z')).names).toEqual(['ZEBRA', 'Zoo']);
    expect((await read(jiwoo, '/projects?sort=updatedAt')).names.slice(0, 2)).toEqual(['Zoo', 'ZEBRA']);
  });

  it('comes in pages with a limit, each naming the next, none twice and none left out [LIST-3]', async () => {
    const { jiwoo, clock } = await openWith('a', 'c', 'b');
    // Three with the same moment and name.
    for (let index = 0; index < 3; index += 1) await jiwoo.create('b', '');
    expect(await readAll(jiwoo, '/projects?limit=2')).toEqual([
      ['b', 'b'],
      ['b', 'b'],
      ['c', 'a'],
    ]);
    expect(await readAll(jiwoo, '/projects?limit=4&sort=name')).toEqual([
      ['a', 'b', 'b', 'b'],
      ['b', 'c'],
    ]);
    expect(await readAll(jiwoo, '/projects?limit=2&q=b&sort=name')).toEqual([
      ['b', 'b'],
      ['b', 'b'],
    ]);
    expect(await readAll(jiwoo, '/projects')).toEqual([['b', 'b', 'b', 'b', 'c', 'a']]);

    const first = await read(jiwoo, '/projects?limit=2');
    clock.pass(1000);
    await jiwoo.create('new', '');
    await jiwoo.delete('/projects/4');
    // New projects are above, and deleted ones leave no gap.
    expect((await read(jiwoo, first.next ?? '')).names).toEqual(['b', 'c']);
  });

  it
    .skipIf(sqliteIsEnough)
    .each([
      'limit=0',
      'limit=501',
      'limit=2.5',
      'limit=many',
      'sort=size',
      'before=nothing',
      'sort=name&before=WyJ1cGRhdGVkX2F0IiwiYSIsMV0',
      'before=WyJ1cGRhdGVkX2F0IiwiYSJd',
      `q=${'x'.repeat(201)}`,
      'q=a&q=b',
    ])('refuses %s with a sentence [LIST-4]', async (query) => {
    const jiwoo = await signIn(shared.app, `Asks ${query.slice(0, 50)}`);
    await jiwoo.create('a', '');
    const answer = await jiwoo.get(`/projects?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: expect.stringMatching(/\.$/),
      code: expect.stringMatching(/^invalid/),
    });
  });

  it.skipIf(sqliteIsEnough)('gives a web app on another origin the address of the next page [LIST-3]', async () => {
    const { app } = await openApp({ WEB_ORIGIN: 'https://app.example.com' });
    const jiwoo = await signIn(app);
    const answer = await jiwoo.get('/projects', { origin: 'https://app.example.com' });
    expect(answer.headers['access-control-expose-headers']).toContain('Link');
  });

  it('reads a page in the order of an index, among very many of the member and as many deleted ones [LIST-6]', async () => {
    const opened = await openWith();
    const { db, jiwoo } = opened;
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    await writeManyRows(db, memberId, { projects: ROWS_TO_PLAN });
    await sql`update project set deleted_at = updated_at where id % 2 = 0`.execute(db);
    await sql`analyze`.execute(db);
    for (const sort of ['updatedAt', 'name'] as const) {
      const { next } = await listProjects(db, memberId, { sort, limit: 60 });
      for (const before of [undefined, next ?? undefined]) {
        const { steps } = await plansOf(opened, (watched) =>
          listProjects(watched, memberId, { sort, limit: 60, before }),
        );
        expect([sort, wholeTables(steps), steps.filter((step) => /TEMP B-TREE|Sort/.test(step))]).toEqual([
          sort,
          [],
          [],
        ]);
      }
    }
  });
});
