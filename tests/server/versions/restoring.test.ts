import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { VersionStore } from '../../../server/versions/VersionStore';
import { openApp, type OpenApp } from '../support/openApp';
import { atWork, canvasWith, editFor, long, MINUTE_MS, nowOf, textOf, versionsOf, write } from '../support/past';
import { textNode } from '../support/Person';

let opened: OpenApp;
beforeAll(async () => {
  opened = await openApp({}, { lifetime: 'file' });
});

const push = (id: number, value: string) => ({ pid: id, name: 'x', timestamp: 'now', snapshot: canvasWith(value) });

describe('restoring a version', () => {
  it('is a new revision, and keeps the state before it as a version first', async () => {
    const { jiwoo, id, clock } = await atWork(opened);
    await editFor(2, { person: jiwoo, id, clock });
    const [first] = await versionsOf(jiwoo, id);
    const answer = await jiwoo.post(`/projects/${id}/versions/${first?.id}/restore`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      projectId: id,
      name: 'Rivers',
      revision: 4,
      updatedAt: clock.now().toISOString(),
    });
    expect(await nowOf(jiwoo, id)).toBe('first');

    const [before] = await versionsOf(jiwoo, id);
    expect(before).toMatchObject({ kind: 'restore', revision: 3 });
    await jiwoo.post(`/projects/${id}/versions/${before?.id}/restore`);
    expect(await nowOf(jiwoo, id)).toBe('minute 2');
  });

  it('reaches those who are behind as any other save does', async () => {
    const { jiwoo, id } = await atWork(opened);
    await jiwoo.patch(id, write('second'));
    const [first] = await versionsOf(jiwoo, id);
    await jiwoo.post(`/projects/${id}/versions/${first?.id}/restore`);
    const late = await jiwoo.patch(id, write('on the second'), { 'if-match': '"2"' });
    expect([late.statusCode, late.json<{ revision: number }>().revision]).toEqual([412, 3]);
    expect((await jiwoo.patch(id, write('on the first'), { 'if-match': '"3"' })).statusCode).toBe(200);
  });

  it('brings back a canvas to the letter, whatever other versions there are of it', async () => {
    const { jiwoo, id } = await atWork(opened);
    const [one, two] = ['{ "nodes":[],"edges":[], "viewport":{"x":0,"y":0,"zoom":1} }', 'second'];
    const other = await jiwoo.create('Spaces', one);
    await jiwoo.patch(other, [{ op: 'add', path: '/nodes/-', value: textNode('a', two) }]);
    const [first] = await versionsOf(jiwoo, other);
    await jiwoo.post(`/projects/${other}/versions/${first?.id}/restore`);
    expect((await jiwoo.get(`/projects/${other}`)).json<{ canvas: string }>().canvas).toBe(one);
    expect(await nowOf(jiwoo, id)).toBe('first');
  });

  it('keeps a save of the same moment, before or after it', async () => {
    const { jiwoo, id } = await atWork(opened);
    await jiwoo.patch(id, write('second'));
    const [first] = await versionsOf(jiwoo, id);
    await Promise.all([
      jiwoo.patch(id, write('third')),
      jiwoo.post(`/projects/${id}/versions/${first?.id}/restore`),
      jiwoo.post(`/projects/${id}/versions`, { name: 'at once' }),
    ]);
    const texts: unknown[] = [await nowOf(jiwoo, id)];
    for (const version of await versionsOf(jiwoo, id)) texts.push(await textOf(jiwoo, id, version));
    expect(texts).toContain('third');
    expect(texts).toContain('first');
  });
});

describe('a whole canvas that takes the place of another', () => {
  it('without a base leaves a version of the state that it replaces', async () => {
    const { jiwoo, id } = await atWork(opened);
    await jiwoo.patch(id, write('second'));
    await jiwoo.post(`/projects/${id}`, push(id, 'pushed'));
    const [replaced, first] = await versionsOf(jiwoo, id);
    expect(replaced).toMatchObject({ kind: 'replace', revision: 2 });
    expect(await textOf(jiwoo, id, replaced)).toBe('second');
    expect(await textOf(jiwoo, id, first)).toBe('first');
  });

  it('takes no version away that rests on the patches it ends', async () => {
    const { jiwoo, id, clock } = await atWork(opened);
    await editFor(12, { person: jiwoo, id, clock });
    expect((await jiwoo.post(`/projects/${id}`, push(id, 'pushed'), { 'if-match': '"13"' })).statusCode).toBe(200);
    const texts = [];
    for (const version of await versionsOf(jiwoo, id)) texts.push(await textOf(jiwoo, id, version));
    expect(texts).toEqual(['minute 10', 'first']);
  });

  it('takes none away that is kept at the last moment, after the others were written down', async () => {
    const { jiwoo, id } = await atWork(opened);
    await jiwoo.patch(id, write('second'));
    const { beforeReplacing } = VersionStore.prototype;
    const last = vi.spyOn(VersionStore.prototype, 'beforeReplacing').mockImplementationOnce(async function (
      this: VersionStore,
      ...call
    ) {
      await beforeReplacing.apply(this, call);
      await this.keep(id, 'at the last moment');
    });
    expect((await jiwoo.post(`/projects/${id}`, push(id, 'pushed'), { 'if-match': '"2"' })).statusCode).toBe(200);
    // It was started again.
    expect(last).toHaveBeenCalledTimes(2);
    last.mockRestore();
    const [kept] = await versionsOf(jiwoo, id);
    expect(kept).toMatchObject({ name: 'at the last moment', revision: 2 });
    expect(await textOf(jiwoo, id, kept)).toBe('second');
  });
});

describe('whatever comes at once', () => {
  it('every version has the canvas of its revision', async () => {
    const { jiwoo, id, clock } = await atWork(opened);
    const at = new Map<number, string>([[1, 'first']]);
    const told = new Map<number, string>();
    const restored: boolean[] = [];
    const note = async (value: string, answer: Promise<LightMyRequestResponse>): Promise<boolean> => {
      const { statusCode, json } = await answer;
      if (statusCode === 200) at.set(json<{ revision: number }>().revision, value);
      return statusCode === 200;
    };
    const restore = async (): Promise<void> => {
      const [version] = await versionsOf(jiwoo, id);
      if (!version) return;
      const value = String(await textOf(jiwoo, id, version));
      restored.push(await note(value, jiwoo.post(`/projects/${id}/versions/${version.id}/restore`)));
    };
    for (let round = 1; round <= 8; round += 1) {
      clock.pass(11 * MINUTE_MS);
      await Promise.all([
        round % 2 === 0 ? note(long(round), jiwoo.patch(id, write(long(round)))) : undefined,
        note(`short ${round}`, jiwoo.patch(id, write(`short ${round}`))),
        jiwoo.post(`/projects/${id}/versions`, { name: `round ${round}` }),
        round % 3 === 0 ? restore() : undefined,
        round % 4 === 0 ? note(`whole ${round}`, jiwoo.post(`/projects/${id}`, push(id, `whole ${round}`))) : undefined,
      ]);
    }
    const versions = await versionsOf(jiwoo, id);
    for (const version of versions) told.set(version.revision, String(await textOf(jiwoo, id, version)));
    for (const [revision, value] of told)
      expect([revision, value.slice(0, 12)]).toEqual([revision, at.get(revision)?.slice(0, 12)]);
    expect(told.size).toBeGreaterThan(8);
    expect(restored).toContain(true);
  });
});
