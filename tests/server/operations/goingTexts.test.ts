import { describe, expect, it } from 'vitest';
import { dropText, finishDropping, nameText, readText, writeText } from '../../../server/canvas/canvasTexts';
import { transact } from '../../../server/db';
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
