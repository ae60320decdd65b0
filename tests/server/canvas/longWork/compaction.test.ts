import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../support/openApp';
import { Person, signIn, textNode } from '../../support/Person';
import { pond } from './support/canvases';
import { killNextWorker } from './support/killNextWorker';
import { rows } from './support/rows';
import { tasksOf } from './support/tasksOf';

afterEach(() => vi.restoreAllMocks());

describe('the compaction of a log', () => {
  it('is a worker’s work, from what is in the database, however small the canvas', async () => {
    const { app, dataDir, reopen } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', pond);
    for (let step = 1; step < 200; step += 1) {
      await jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value: `${step}` }]);
    }
    expect(await tasksOf(app)).not.toHaveProperty('compact worker');
    await jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value: '200' }]);
    expect(await tasksOf(app)).toMatchObject({ 'compact worker': 1 });

    // The end waits for it.
    const back = new Person((await reopen()).app, jiwoo.cookie);
    expect(rows(dataDir, 'select revision from snapshot')).toMatchObject([{ revision: 201 }]);
    // The snapshot's text, and that of the version which depended on the compacted patches.
    expect(rows(dataDir, 'select count(*) as texts from canvas_text')).toMatchObject([{ texts: 2 }]);
    expect((await back.canvas(id)).nodes).toEqual([textNode('pond', '200')]);
  });

  it('leaves everything as it was when its worker dies, and is done after the next save', async () => {
    const { app, dataDir, reopen } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', pond);
    const save = (value: string) => jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value }]);
    for (let step = 1; step < 200; step += 1) await save(`${step}`);
    killNextWorker();
    await save('200');
    await vi.waitFor(async () => expect(await tasksOf(app)).toMatchObject({ 'compact worker': 1 }));
    expect(rows(dataDir, 'select revision from snapshot')).toMatchObject([{ revision: 1 }]);
    expect((await jiwoo.canvas(id)).nodes).toEqual([textNode('pond', '200')]);

    await vi.waitFor(async () => {
      expect((await save('201')).statusCode).toBe(200);
      expect(await tasksOf(app)).toMatchObject({ 'compact worker': 2 });
    });
    const back = new Person((await reopen()).app, jiwoo.cookie);
    expect(rows(dataDir, 'select revision > 200 as compacted from snapshot')).toMatchObject([{ compacted: 1 }]);
    expect((await back.canvas(id)).nodes).toEqual([textNode('pond', '201')]);
  });
});
