import { describe, expect, it } from 'vitest';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { DAY_MS, openApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';

/** Deleted projects, as their members and the operator see them. */
async function afterADeletion() {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app, '지우');
  const id = await jiwoo.create('첫 물길', { ...emptyCanvas(), nodes: [textNode('a', '강')] });
  await jiwoo.post(`/projects/${id}/versions`, { name: 'kept' });
  await jiwoo.delete(`/projects/${id}`);
  const operate = (...words: string[]) => operateTrash(words, opened.env);
  return { ...opened, jiwoo, id, operate };
}

describe('the trash', () => {
  it('is listed to the operator: what, whose, since when and until when', async () => {
    const { operate, id } = await afterADeletion();
    const { code, lines } = await operate('list');
    expect(code).toBe(0);
    expect(lines).toEqual([
      'id\tdeleted\tkept until\tmember\tname',
      `${id}\t2026-11-21 03:00 UTC\t2026-12-21 03:00 UTC\t지우\t첫 물길`,
    ]);
  });

  it('gives a project back to its member as it was, beside the running server [TRASH-1]', async () => {
    const { jiwoo, id, operate } = await afterADeletion();
    expect((await jiwoo.get(`/projects/${id}`)).statusCode).toBe(404);
    expect(await operate('restore', String(id))).toEqual({ code: 0, lines: [`${id} is back`] });
    expect((await jiwoo.get('/projects')).json()).toMatchObject([{ projectId: id, name: '첫 물길' }]);
    expect((await jiwoo.canvas(id)).nodes).toEqual([textNode('a', '강')]);
    expect((await jiwoo.get(`/projects/${id}/versions`)).json()).toMatchObject([{ name: 'kept' }]);
    expect((await operate('list')).lines).toEqual(['The trash is empty.']);
  });

  it('holds a project for 30 days, and not a day longer [TRASH-1]', async () => {
    const { clock, operate, reopen, id } = await afterADeletion();
    clock.pass(30 * DAY_MS - 1);
    const almost = await reopen();
    await almost.tidy();
    expect((await operate('list')).lines).toHaveLength(2);
    clock.pass(1);
    await (await almost.reopen()).tidy();
    expect((await operate('list')).lines).toEqual(['The trash is empty.']);
    const refused = await operate('restore', String(id));
    expect(refused).toEqual({ code: 1, lines: [`not in the trash: ${id}. Nothing was changed.`] });
  });

  it('is emptied of chosen projects or of all, and never of others', async () => {
    const { jiwoo, id, operate } = await afterADeletion();
    const lives = await jiwoo.create('Alive');
    const gone = await jiwoo.create('Gone');
    await jiwoo.delete(`/projects/${gone}`);
    expect(await operate('purge', String(id), String(lives))).toMatchObject({ code: 1 });
    expect((await operate('list')).lines).toHaveLength(3);
    expect(await operate('purge', String(id))).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^On \S+:$/), `${id} is gone for good`],
    });
    expect((await operate('purge', 'all')).lines.slice(1)).toEqual([`${gone} is gone for good`]);
    expect((await jiwoo.get('/projects')).json()).toMatchObject([{ projectId: lives }]);
  });

  it('tells of each project what became of it where two operators work at once [TRASH-2]', async () => {
    const { jiwoo, id, operate } = await afterADeletion();
    const other = await jiwoo.create('Dried up');
    await jiwoo.delete(`/projects/${other}`);
    const [one, two] = [String(id), String(other)];
    const said = await Promise.all([operate('restore', one, two), operate('restore', two, one)]);
    const lines = said.flatMap((answer) => answer.lines);
    for (const each of [one, two]) expect(lines.filter((line) => line === `${each} is back`)).toHaveLength(1);
    for (const answer of said) expect(answer.code).toBe(answer.lines.every((line) => line.endsWith('is back')) ? 0 : 1);
    expect(await operate('restore', one, one)).toMatchObject({ code: 1 });
    expect((await jiwoo.get('/projects')).json()).toHaveLength(2);

    await jiwoo.delete(`/projects/${id}`);
    const ends = await Promise.all([operate('purge', one, one), operate('restore', one)]);
    const isBack = (await jiwoo.get('/projects')).json<unknown[]>().length === 2;
    expect(ends.map(({ code }) => code)).toEqual(isBack ? [1, 0] : [0, 1]);
    expect(ends[0].lines.includes(`${one} is gone for good`)).toBe(!isBack);
  });

  it('does not exist with TRASH_DAYS at 0 [TRASH-1]', async () => {
    const { app, env } = await openApp({ TRASH_DAYS: '0' });
    const jiwoo = await signIn(app);
    await jiwoo.delete(`/projects/${await jiwoo.create()}`);
    expect((await operateTrash(['list'], env)).lines).toEqual(['The trash is empty.']);
  });

  it('says how it is used, and that there is nothing where no server has been', async () => {
    const usage = { code: 1, lines: [expect.stringMatching(/^usage: npm run trash/)] };
    for (const words of [[], ['empty'], ['list', '1'], ['restore'], ['restore', 'all'], ['purge', '1x']]) {
      expect(await operateTrash(words, {})).toEqual(usage);
    }
    const nowhere = await operateTrash(['list'], { DATA_DIR: '/nowhere/at/all' });
    expect(nowhere).toMatchObject({ code: 1, lines: [expect.stringContaining('/nowhere/at/all/mulgil.db')] });
    const wrong = await operateTrash(['list'], { TRASH_DAYS: 'many' });
    expect(wrong).toMatchObject({ code: 1, lines: [expect.stringContaining('TRASH_DAYS')] });
  });
});

it('the person who signs in again does not find a deleted project either', async () => {
  const { app, id } = await afterADeletion();
  const again = new Person(app, (await signIn(app, '지우')).cookie);
  expect((await again.get('/projects')).json()).toEqual([]);
  expect((await again.get(`/projects/${id}/versions`)).statusCode).toBe(404);
});
