import { describe, expect, it, vi } from 'vitest';
import { withBlobs, withTexts } from '../../../../src/stores/sync/device/longTexts';

/** An odd length, so that the pieces end within surrogate pairs. */
const LONG = `가${'🌊'.repeat(1_600_000)}`;

describe('a record with a long text', () => {
  it('is given to the store without it, and comes back unchanged', async () => {
    const record = { pid: 7, name: '강', canvas: LONG, steps: [LONG] };
    const kept = await withBlobs(record);
    expect(kept).toMatchObject({ pid: 7, name: '강', canvas: expect.any(Blob) });
    const back = await withTexts(kept);
    expect(back).toMatchObject({ pid: 7, name: '강' });
    expect((back as typeof record).canvas === LONG).toBe(true);
  });

  it('is stored without it, too, when it is in a record within or alone', async () => {
    const journal = { pid: 7, patches: LONG, sending: { key: 'k1', text: LONG } };
    const kept = (await withBlobs(journal)) as typeof journal;
    expect(kept).toMatchObject({ pid: 7, patches: expect.any(Blob), sending: { key: 'k1', text: expect.any(Blob) } });
    // Converted to bytes once.
    expect(kept.sending.text).toBe(kept.patches);
    const back = (await withTexts(kept)) as typeof journal;
    expect([back.sending.key, back.patches === LONG, back.sending.text === LONG]).toEqual(['k1', true, true]);
    const step = await withBlobs(LONG);
    expect(step).toBeInstanceOf(Blob);
    expect((await withTexts(step)) === LONG).toBe(true);
  });

  it('is read a piece a task, so that the page can go on in between [STORE-6]', async () => {
    const read = vi.spyOn(String.prototype, 'slice');
    let others = 0;
    const other = setInterval(() => (others += 1));
    await withBlobs({ canvas: LONG });
    clearInterval(other);
    const pieces = read.mock.results.map(({ value }) => String(value).length).filter((length) => length > 1000);
    read.mockRestore();
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(1024 * 1024);
    expect(others).toBeGreaterThan(0);
  });

  it('is left alone when it is short or no record, and a picture stays a picture', async () => {
    const picture = new Blob(['png'], { type: 'image/png' });
    const record = { pid: 7, canvas: 'short', picture };
    for (const value of [record, 'name', null, 7, [LONG]]) expect(await withBlobs(value)).toEqual(value);
    expect(await withTexts(record)).toEqual(record);
  });
});
