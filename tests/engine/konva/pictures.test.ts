import { beforeEach, describe, expect, it } from 'vitest';
import { PictureStage, SIDE, SIZE } from '../../support/PictureStage';

const MB = 2 ** 20;

const sidesOf = (drawn: readonly { side: number }[]): number[] =>
  [...new Set(drawn.map(({ side }) => side))].toSorted((a, b) => a - b);

describe('a wall of 2,000 pictures, seen from afar', () => {
  let stage: PictureStage;
  beforeEach(() => {
    stage = new PictureStage(2_000, 0.1);
  });

  it('is shown in tiny versions that stay well within the bound, each loaded once [PIC-7]', async () => {
    const drawn = await stage.lookUntilStill();
    expect(stage.inView()).toBeGreaterThan(1_000);
    expect(drawn).toHaveLength(stage.inView());
    expect(sidesOf(drawn)).toEqual([64]);
    expect(new Set(stage.decoder.asked).size).toBe(stage.decoder.asked.length);
    expect(stage.decoder.asked).toHaveLength(stage.inView());
    expect(stage.cache.bytes).toBe(stage.inView() * 64 * 64 * 4);
  });

  it('loads four at a time, and after a pan only what is in view then', async () => {
    await stage.look();
    expect(stage.decoder.asked).toHaveLength(4);
    await stage.look();
    expect(stage.decoder.asked).toHaveLength(4);
    stage.editor.engine.view.setViewport({ x: -5_000, y: -5_000, zoom: 1 });
    stage.decoder.asked.length = 0;
    await stage.lookUntilStill();
    const names = new Set(stage.decoder.asked.map((asked) => asked.split(' ')[0]));
    expect(stage.inView()).toBeLessThan(40);
    expect(names.size).toBe(stage.inView());
  });

  it('waits during a zoom, for new and earlier requests, and continues at rest', async () => {
    const { decoder } = stage;
    await stage.look(undefined, true);
    expect(decoder.asked).toEqual([]);
    await stage.look();
    expect(decoder.asked).toHaveLength(4);
    await stage.look(undefined, true);
    await decoder.answer();
    expect(await stage.look(undefined, true), 'what has come meanwhile is shown').toHaveLength(4);
    expect(decoder.asked).toHaveLength(4);
    await stage.lookUntilStill();
    expect(decoder.asked).toHaveLength(stage.inView());
  });

  it('starts with those that were asked for last', async () => {
    await stage.look();
    stage.cache.get('p7', 24);
    await stage.decoder.answer();
    expect(stage.decoder.asked[4]).toBe('p7 64');
  });

  it('repaints the cards of the picture that arrived, and nothing else', async () => {
    await stage.look();
    const [first = ''] = stage.decoder.asked;
    const card = stage.editor.engine.scene.boxOf(stage.editor.node(first.split(' ')[0]?.replace('p', 'n') ?? ''));
    stage.editor.takeEvents();
    await stage.decoder.answer();
    const areas = stage.editor.takeEvents().flatMap((event) => (event.type === 'invalidate' ? [event.area] : []));
    expect(areas).toHaveLength(4);
    expect(areas[0]).toEqual([expect.objectContaining(card)]);
  });
});

describe('a picture that comes close', () => {
  it('is shown small before it is shown in full, and stays meanwhile', async () => {
    const stage = new PictureStage(1, 2);
    expect(await stage.look()).toEqual([]);
    await stage.decoder.answer();
    expect(sidesOf(await stage.look())).toEqual([256]);
    expect(sidesOf(await stage.lookUntilStill())).toEqual([1024]);
    expect(stage.decoder.asked).toEqual(['p0 256', 'p0 1280']);
    stage.editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.1 });
    expect(sidesOf(await stage.look())).toEqual([256]);
    expect(sidesOf(await stage.lookUntilStill())).toEqual([64]);
  });

  it('keeps showing its smaller version when the larger one cannot be loaded', async () => {
    const stage = new PictureStage(1, 2);
    await stage.look();
    await stage.decoder.answer();
    stage.decoder.broken.add('p0');
    expect(sidesOf(await stage.lookUntilStill())).toEqual([256]);
    stage.decoder.broken.clear();
    stage.cache.retryBroken();
    expect(sidesOf(await stage.lookUntilStill())).toEqual([1024]);
  });
});

describe('pictures of a server that has small versions of them', () => {
  it('are asked for small, with the whole one in reserve, and whole only where they are drawn large [PIC-7]', async () => {
    const stage = new PictureStage(500, 0.1, { smallUrl: (url) => (url === 'p0' ? url : `small/${url}`) });
    await stage.lookUntilStill();
    const { asked } = stage.decoder;
    expect(asked).toHaveLength(stage.inView());
    expect(asked.filter((each) => !each.startsWith('small/'))).toEqual(['p0 64']);
    asked.length = 0;
    stage.editor.engine.view.setViewport({ x: -500, y: 0, zoom: 2 });
    await stage.lookUntilStill();
    expect(asked).toContain('p1 1280');
    expect(asked.filter((each) => !each.endsWith(' 1280')).every((each) => /^small\/(p\d+) \1 256$/.test(each))).toBe(
      true,
    );
  });
});

describe('a limit too small for the view', () => {
  it('leaves some in their smaller version, and loads nothing twice [PIC-6]', async () => {
    const bound = 2 * MB;
    const stage = new PictureStage(400, 0.5, { maxBytes: bound });
    const drawn = await stage.lookUntilStill();
    expect(stage.inView()).toBeGreaterThan(40);
    expect(drawn).toHaveLength(stage.inView());
    expect(sidesOf(drawn)).toEqual([64, 256]);
    expect(stage.cache.bytes).toBeLessThanOrEqual(bound);
    expect(new Set(stage.decoder.asked).size).toBe(stage.decoder.asked.length);
    const before = stage.decoder.asked.length;
    await stage.lookUntilStill();
    expect(stage.decoder.asked).toHaveLength(before);
  });

  it('is kept while panning on, by letting go what left the view [PIC-6]', async () => {
    const bound = 8 * MB;
    const stage = new PictureStage(2_000, 1, { maxBytes: bound });
    for (let x = 0; x > -8_000; x -= 700) {
      stage.editor.engine.view.setViewport({ x, y: 0, zoom: 1 });
      expect(sidesOf(await stage.lookUntilStill())).toEqual([256]);
      expect(stage.cache.bytes).toBeLessThanOrEqual(bound);
    }
    expect(stage.decoder.closed.size).toBeGreaterThan(0);
    expect(stage.decoder.open * 256 * 256 * 4).toBe(stage.cache.bytes);
  });
});

it('sets no more aside for tall strips than they take, so that all in view are shown in full [PIC-6]', async () => {
  const stage = new PictureStage(120, 1.2, { maxBytes: 8 * MB });
  stage.decoder.proportion = 1 / 8;
  const drawn = await stage.lookUntilStill();
  expect(drawn).toHaveLength(12);
  expect(sidesOf(drawn)).toEqual([1024]);
  expect(stage.cache.bytes).toBeLessThanOrEqual(8 * MB);
});

it('fetches a strip in full only where there is room for it, though its tiny version is rounded to one pixel [PIC-6]', async () => {
  const stage = new PictureStage(1, 0.1, { maxBytes: 1_280 * 25 * 4 });
  stage.decoder.height = 4_096;
  stage.decoder.proportion = 1.49 / 64;
  await stage.lookUntilStill();
  stage.editor.engine.view.setViewport({ x: 0, y: 0, zoom: 2 });
  expect(sidesOf(await stage.lookUntilStill())).toEqual([256]);
  expect(stage.decoder.asked).toEqual(['p0 64', 'p0 256']);
});

it('never drops a picture that is still in view after a pan that drew only the new part', async () => {
  const stage = new PictureStage(2_000, 1, { maxBytes: 20 * 256 * 256 * 4 });
  stage.editor.engine.view.setViewport({ x: -10, y: 0, zoom: 1 });
  expect(await stage.lookUntilStill()).toHaveLength(20);
  stage.editor.engine.view.setViewport({ x: -510, y: 0, zoom: 1 });
  await stage.look({ x: 500, y: 0, width: 500, height: 700 });
  while (stage.decoder.underWay > 0) await stage.decoder.answer();
  expect(await stage.look()).toHaveLength(20);
  expect(new Set(stage.decoder.asked).size).toBe(stage.decoder.asked.length);
});

it('gives every picture back when the canvas closes', async () => {
  const stage = new PictureStage(20, 1);
  await stage.lookUntilStill();
  expect(stage.decoder.open).toBe(stage.inView());
  stage.cache.dispose();
  expect(stage.decoder.open).toBe(0);
  expect(stage.cache.bytes).toBe(0);
});

it('keeps within 256 MB of decoded pictures by itself, however much of the wall is viewed [PIC-6]', async () => {
  const stage = new PictureStage(400, 2);
  let most = 0;
  for (let x = 0; x > -40 * 500; x -= 1_000) {
    stage.editor.engine.view.setViewport({ x, y: 0, zoom: 2 });
    expect(sidesOf(await stage.lookUntilStill())).toEqual([1024]);
    most = Math.max(most, stage.cache.bytes);
  }
  expect(stage.decoder.open * SIDE * SIDE * 4).toBeGreaterThan(256 * MB * 0.9);
  expect(most).toBeLessThanOrEqual(256 * MB);
  expect(most).toBeGreaterThan(250 * MB);
});

it('remembers nothing of a picture that it was told to forget, and loads it anew when it is drawn', async () => {
  const stage = new PictureStage(2, 1);
  await stage.lookUntilStill();
  const { asked } = stage.decoder;
  const before = stage.cache.bytes;
  stage.cache.forget('p0');
  expect([stage.cache.count, stage.decoder.open, stage.cache.bytes]).toEqual([1, 1, before / 2]);
  expect(stage.cache.known('p0', 64)).toBeNull();
  const count = asked.length;
  await stage.lookUntilStill();
  expect(asked.slice(count).every((each) => each.startsWith('p0 '))).toBe(true);
  expect([stage.cache.count, stage.cache.bytes]).toEqual([2, before]);
});

it('takes no answer for a picture that was forgotten meanwhile', async () => {
  const stage = new PictureStage(1, 1);
  await stage.look();
  stage.cache.forget('p0');
  await stage.decoder.answer();
  expect([stage.cache.count, stage.cache.bytes, stage.decoder.open]).toEqual([0, 0, 0]);
});

it('keeps no record of pictures that gave way out of view', async () => {
  const stage = new PictureStage(400, 1, { maxBytes: 4 * MB });
  for (let step = 0; step < 8; step++) {
    await stage.lookUntilStill();
    expect(stage.cache.count).toBeLessThanOrEqual(40);
    stage.editor.engine.view.panBy({ x: -SIZE.width, y: 0 });
  }
});
