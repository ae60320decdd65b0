import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PictureStage, settled } from '../../support/PictureStage';

describe('a server that is away while its pictures come into view', () => {
  const HOUR_MS = 3_600_000;
  let stage: PictureStage;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stage = new PictureStage(6, 1);
    stage.decoder.isAway = true;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets time pass without drawing, while the server answers as it does. */
  const pass = async (ms: number, step = 1_000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += step) {
      vi.advanceTimersByTime(step);
      await settled();
      await stage.answerAll();
    }
  };
  const draws = (): number => stage.editor.takeEvents().filter(({ type }) => type === 'invalidate').length;

  it('is asked again with growing pauses, and its pictures are shown when it is back, without any action', async () => {
    expect(await stage.lookUntilStill()).toEqual([]);
    expect(stage.placeholders).toEqual(new Set(['broken']));
    const shown = stage.inView();
    draws();

    await pass(10_000);
    expect(stage.decoder.asked.length / shown).toBeGreaterThan(2);
    expect(stage.decoder.asked.length / shown).toBeLessThan(6);
    expect(draws()).toBe(0);

    stage.decoder.isAway = false;
    await pass(20_000);
    expect(draws()).toBe(shown);
    expect(await stage.look()).toHaveLength(shown);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked for ever, and nothing is drawn meanwhile', async () => {
    await stage.lookUntilStill();
    draws();
    await pass(HOUR_MS, 60_000);
    const asked = stage.decoder.asked.length;
    expect(asked / stage.inView()).toBeLessThan(12);
    await pass(HOUR_MS, 60_000);
    expect(stage.decoder.asked).toHaveLength(asked);
    expect(vi.getTimerCount()).toBe(0);
    expect(draws()).toBe(0);

    stage.decoder.isAway = false;
    expect(await stage.lookUntilStill()).toHaveLength(stage.inView());
  });

  it('is not asked for pictures that have left the view, until they come back', async () => {
    await stage.lookUntilStill();
    const { view } = stage.editor.engine;
    const shown = stage.inView();
    view.setViewport({ x: -90_000, y: 0, zoom: 1 });
    stage.decoder.asked.length = 0;
    await pass(HOUR_MS, 60_000);
    expect(stage.decoder.asked).toEqual([]);
    stage.decoder.isAway = false;
    view.setViewport({ x: 0, y: 0, zoom: 1 });
    expect(await stage.lookUntilStill()).toHaveLength(shown);
  });

  it('is asked at once when the network is back', async () => {
    await stage.lookUntilStill();
    expect(stage.cache.isSettled('p0', 245)).toBe(false);
    stage.decoder.isAway = false;
    stage.cache.retryBroken();
    expect(await stage.lookUntilStill()).toHaveLength(stage.inView());
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked again after an answer: that it has none, or that it is no picture', async () => {
    stage.decoder.isAway = false;
    for (let index = 0; index < 6; index++) stage.decoder.broken.add(`p${index}`);
    await stage.lookUntilStill();
    const asked = stage.decoder.asked.length;
    await stage.look();
    await pass(HOUR_MS, 60_000);
    await stage.lookUntilStill();
    expect(stage.decoder.asked).toHaveLength(asked);
    expect(asked).toBe(stage.inView());
    expect(stage.cache.isSettled('p0', 245)).toBe(true);
  });

  it('is asked nothing more when the canvas closes', async () => {
    await stage.lookUntilStill();
    const asked = stage.decoder.asked.length;
    stage.cache.dispose();
    await pass(HOUR_MS, 60_000);
    expect(stage.decoder.asked).toHaveLength(asked);
    expect(vi.getTimerCount()).toBe(0);
  });
});
