import { describe, expect, it } from 'vitest';
import { dropText, finishDropping, nameText, readText, writeText } from '../../../server/canvas/canvasTexts';
import { transact } from '../../../server/db';
import { clean } from '../../../server/operations/clean';
import { DAY_MS, HOUR_MS } from '../../../server/time';
import { writeManyRows } from '../support/manyRows';
import { openApp } from '../support/openApp';
import { signIn } from '../support/Person';
import { MEBIBYTE } from '../../../server/bytes';

/** A long text that nothing names, and a project that might have it. */
async function withText() {
  const opened = await openApp();
  const projectId = await (await signIn(opened.app)).create();
  const bytes = Buffer.alloc(4 * MEBIBYTE, 'a');
  await writeText(opened.db, { id: 'long', bytes, createdAt: opened.clock.now().toISOString() });
  const name = () =>
    transact(opened.db, (change) => nameText(change, { projectId, revision: 2, textId: 'long' })).then(
      () => 'named',
      () => 'refused',
    );
  const partsLeft = async () =>
    (await opened.db.selectFrom('canvas_text_part').select('number').where('text_id', '=', 'long').execute()).length;
  return { ...opened, bytes, name, partsLeft };
}

describe('a text that goes', () => {
  it('cannot be named any more while its parts are going: whole, or nobody’s [TIDY-6]', async () => {
    const { db, bytes, name } = await withText();
    const [, outcome] = await Promise.all([dropText(db, 'long'), name()]);
    const left = await readText(db, 'long');
    expect([outcome, left.byteLength]).toEqual(outcome === 'named' ? ['named', bytes.byteLength] : ['refused', 0]);
    expect(await db.selectFrom('going_text').selectAll().execute()).toEqual([]);
  });

  it('stays whole when somebody has named it before [TIDY-6]', async () => {
    const { db, bytes, name } = await withText();
    expect(await name()).toBe('named');
    await dropText(db, 'long');
    expect((await readText(db, 'long')).byteLength).toBe(bytes.byteLength);
  });

  it('goes on going after its server was killed half way [TIDY-6]', async () => {
    const { db, name, partsLeft } = await withText();
    // The state after the first step.
    await db.deleteFrom('canvas_text').where('id', '=', 'long').execute();
    await db.insertInto('going_text').values({ id: 'long' }).execute();
    expect([await name(), await partsLeft()]).toEqual(['refused', 16]);
    await finishDropping(db);
    expect([await partsLeft(), await db.selectFrom('going_text').selectAll().execute()]).toEqual([0, []]);
  });
});

describe('the texts that nothing names', () => {
  it('are looked for among the new ones each hour, and among all of them once a week [TIDY-8]', async () => {
    const { db, app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    await writeManyRows(db, memberId, { projects: 1_000 });
    /** One hour's cleaning; returns the number of its steps. */
    const tidyTexts = async (): Promise<number> => {
      const now = clock.now().toISOString();
      let steps = 0;
      for (let from: string | null = null; from !== null || steps === 0; steps += 1) {
        ({ next: from } = await clean(db, { name: 'texts', now, trashDays: 30, from }));
      }
      return steps;
    };
    const leave = async (id: string): Promise<void> => {
      await writeText(db, { id, bytes: Buffer.from('{}'), createdAt: clock.now().toISOString() });
    };
    const left = async (...ids: string[]): Promise<string[]> => {
      const rows = await db.selectFrom('canvas_text').select('id').where('id', 'in', ids).orderBy('id').execute();
      return rows.map(({ id }) => id);
    };
    await leave('early');
    expect([await tidyTexts(), await left('early')]).toEqual([6, ['early']]);
    clock.pass(HOUR_MS);
    await leave('late');
    expect([await tidyTexts(), await left('early', 'late')]).toEqual([1, ['late']]);

    // A server was killed just as a project's text had lost its name.
    await db.deleteFrom('snapshot').where('text_id', '=', 'of-7').execute();
    clock.pass(HOUR_MS);
    expect([await tidyTexts(), await left('late', 'of-7')]).toEqual([1, ['of-7']]);
    clock.pass(7 * DAY_MS);
    expect([await tidyTexts(), await left('of-7')]).toEqual([6, []]);
    clock.pass(HOUR_MS);
    expect(await tidyTexts()).toBe(1);

    // The clock of the machine was a year ahead for a while.
    clock.pass(365 * DAY_MS);
    await tidyTexts();
    clock.pass(-365 * DAY_MS);
    expect(await tidyTexts()).toBeGreaterThan(1);
    expect(await tidyTexts()).toBe(1);
  });
});
