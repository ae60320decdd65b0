import { describe, expect, it } from 'vitest';
import { cardLayout } from '../../src/engine/nodes/shorthands';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import { containFit } from '../../src/engine/render/card/paintPicture';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING, type CardState, type Picture } from '../../src/engine/render/card/PaintEnvironment';
import { contrast } from '../support/contrast';
import { Sheet } from '../support/nodeCanvas';
import { DARK, EN, environmentAt, KO, LIGHT, nodeOf, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const ORIGIN = 20;
const RED = '#cc2222';
const GREEN = '#22aa44';
const BLUE = '#2233cc';
/** A third of `LIGHT.faint` over `LIGHT.raised`. */
const FAINT = '#c9c9cd';

/** Three vertical fields; the outer two are only there to be cut away. */
function threeFields(width: number, height: number): Picture {
  const sheet = new Sheet(width, height, GREEN);
  sheet.ctx.fillStyle = RED;
  sheet.ctx.fillRect(0, 0, width * 0.2, height);
  sheet.ctx.fillStyle = BLUE;
  sheet.ctx.fillRect(width * 0.8, 0, width * 0.2, height);
  return { bitmap: sheet.bitmap, width, height };
}

const pictures = picturesOf({
  wide: threeFields(1000, 250),
  photo: threeFields(400, 300),
  body: threeFields(490, 310),
  later: 'loading',
});

function painted(node: FlowNode, state: Partial<CardState> = {}, theme = LIGHT): Sheet {
  const sheet = new Sheet(290, 240, theme.pane);
  sheet.ctx.translate(ORIGIN, ORIGIN);
  paintCard(sheet.ctx, node, { ...RESTING, ...state }, environmentAt({ pictures, theme }));
  return sheet;
}

function recorded(node: FlowNode, state: Partial<CardState> = {}, words = EN): Recorder {
  const recorder = new Recorder();
  paintCard(recorder, node, { ...RESTING, ...state }, environmentAt({ pictures, words }));
  return recorder;
}

const at = (sheet: Sheet, x: number, y: number): string => sheet.at(ORIGIN + x, ORIGIN + y);

describe('a picture in its card', () => {
  it.each(['image', 'imageUpload'])(
    'is shown whole on %s, nothing cut away, about the middle of its body [CARD-1]',
    (type) => {
      const wide = painted(nodeOf(type, { value: 'wide' }));
      // 245 px wide and a quarter of that high; the body shows above and below it.
      for (const [x, colour] of [
        [2, RED],
        [48, RED],
        [50, GREEN],
        [194, GREEN],
        [198, BLUE],
        [242, BLUE],
      ] as const) {
        expect(at(wide, x, 117), `at ${x}`).toBe(colour);
      }
      expect([at(wide, 122, 88), at(wide, 122, 147)]).toEqual([GREEN, GREEN]);
      expect([at(wide, 122, 85), at(wide, 122, 150)]).toEqual([LIGHT.raised, LIGHT.raised]);

      const photo = painted(nodeOf(type, { value: 'photo' }));
      // As high as the body, between its sides, and clear of the header and the card's corners.
      expect([at(photo, 21, 117), at(photo, 223, 117)]).toEqual([RED, BLUE]);
      expect([at(photo, 122, 41), at(photo, 122, 193)]).toEqual([GREEN, GREEN]);
      expect([at(photo, 16, 117), at(photo, 228, 117), at(photo, 122, 38)]).toEqual([
        LIGHT.raised,
        LIGHT.raised,
        LIGHT.surface,
      ]);
      expect(at(photo, 122, 195)).toBe(LIGHT.pane);
    },
  );

  it.each([0.3, 0.15])('is whole at zoom %d too [CARD-1]', (zoom) => {
    const recorder = new Recorder();
    paintCard(recorder, nodeOf('image', { value: 'wide' }), RESTING, environmentAt({ pictures, zoom }));
    const [, sx, sy, sWidth, sHeight, dx, , width, height] = recorder.all('drawImage')[0]?.args ?? [];
    expect([sx, sy, sWidth, sHeight, dx, width, height]).toEqual([0, 0, 1000, 250, 0, 245, 245 / 4]);
  });

  it('stays to be seen under a word about it', () => {
    const words = 'The server does not accept this file. It stays in the project as it is.';
    const node = nodeOf('imageUpload', { value: 'wide' });
    expect(recorded(node, { note: words }).texts.join(' ')).toContain('The server does not accept');
    const sheet = painted(node, { note: words });
    expect(at(sheet, 122, 140)).toBe(GREEN);
    expect(at(sheet, 5, 45)).not.toBe(GREEN);
  });

  it('is cut by the card’s round corners where it reaches into them', () => {
    const sheet = painted(nodeOf('image', { value: 'body' }));
    expect(at(sheet, 0, 194)).toBe(LIGHT.pane);
    expect(at(sheet, 244, 194)).toBe(LIGHT.pane);
    expect(at(sheet, 122, 194)).toBe(GREEN);
  });

  it('is requested in its drawn width', () => {
    const asked: number[] = [];
    const source = { get: (_url: string, width: number) => (asked.push(width), 'loading' as const) };
    const environment = environmentAt({ pictures: source, zoom: 2 });
    paintCard(new Recorder(), nodeOf('image', { value: 'x' }), RESTING, environment);
    expect(asked).toEqual([490]);
  });

  it('fits any proportions without stretching', () => {
    expect(containFit({ width: 400, height: 100 }, { x: 0, y: 0, width: 100, height: 50 })).toEqual({
      x: 0,
      y: 12.5,
      width: 100,
      height: 25,
    });
    expect(containFit({ width: 100, height: 400 }, { x: 9, y: 9, width: 100, height: 50 })).toEqual({
      x: 52.75,
      y: 9,
      width: 12.5,
      height: 50,
    });
  });

  it('can be enlarged while the pointer is over it', () => {
    const node = nodeOf('image', { value: 'wide' });
    const box = cardLayout(node).actions.enlarge;
    expect(box).toBeDefined();
    const corner = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 14] as const;
    expect(at(painted(node), ...corner)).toBe(LIGHT.raised);
    expect(at(painted(node, { isHovered: true }), ...corner)).toBe(LIGHT.surface);
  });
});

describe('a card whose node waits its turn', () => {
  it('says so in both languages, under a clock that does not move [GEN-11]', () => {
    const run = { state: 'waiting' } as const;
    expect(recorded(nodeOf('image'), { run }).texts).toEqual([EN.kinds.image, EN.waiting]);
    expect(recorded(nodeOf('image'), { run }, KO).texts).toContain(KO.waiting);
    const sheet = painted(nodeOf('image', { value: 'wide' }), { run });
    expect(at(sheet, 20, 117)).not.toBe(GREEN);
  });
});

describe('a card without a picture', () => {
  it('shows the faint drawing of its future content', () => {
    const sheet = painted(nodeOf('image'));
    expect(at(sheet, 171, 87)).toBe(FAINT);
    expect(at(sheet, 20, 60)).toBe(LIGHT.raised);
    expect(recorded(nodeOf('image')).texts).toEqual([EN.kinds.image]);
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('shows in %s that it is empty, that its picture is on its way, and that it runs [DARK-4]', (_mode, theme) => {
    const seen = (node: FlowNode, x: number, y: number, state = {}): number =>
      contrast(at(painted(node, state, theme), x, y), theme.raised);
    const [empty, awaited] = [nodeOf('image'), nodeOf('image', { value: 'later' })];
    const run = { state: 'loading', phase: 0.5 } as const;
    expect(seen(empty, 171, 87)).toBeGreaterThan(1.25);
    expect(seen(awaited, 20, 60)).toBeGreaterThan(1.25);
    expect(seen(empty, 122, 180, { run })).toBeGreaterThan(1.25);
  });

  it('offers to upload a file, in both languages [NODE-8]', () => {
    expect(recorded(nodeOf('imageUpload')).texts).toEqual([EN.kinds.imageUpload, EN.upload]);
    expect(recorded(nodeOf('imageUpload'), {}, KO).texts).toContain(KO.upload);
  });

  it('says so when it cannot be read [OVERLAY-3]', () => {
    expect(recorded(nodeOf('image', { value: 'gone' })).texts).toContain(EN.brokenPicture);
    expect(recorded(nodeOf('imageUpload', { value: 'gone' })).texts).not.toContain(EN.upload);
  });

  it.each(['image', 'imageUpload'])(
    'is a shimmer on %s while it is being decoded, unlike an empty node [CARD-3]',
    (type) => {
      const node = nodeOf(type, { value: 'later' });
      expect(recorded(node).texts).toEqual([EN.kinds[type]]);
      const line = (shimmer: number): string => {
        const sheet = new Sheet(290, 240, LIGHT.pane);
        sheet.ctx.translate(ORIGIN, ORIGIN);
        paintCard(sheet.ctx, node, RESTING, { ...environmentAt({ pictures }), shimmer });
        return sheet.print(ORIGIN, ORIGIN + 60, 245, 1);
      };
      expect(line(0.2)).not.toBe(line(0.6));
      expect(at(painted(node), 20, 60)).not.toBe(LIGHT.raised);
      expect(at(painted(nodeOf(type)), 20, 60)).toBe(LIGHT.raised);
    },
  );

  it.each([0.3, 0.15])('is no empty node at zoom %d while it is being decoded [CARD-3]', (zoom) => {
    const print = (value?: string): string => {
      const sheet = new Sheet(290, 240, LIGHT.pane);
      paintCard(
        sheet.ctx,
        nodeOf('image', value === undefined ? {} : { value }),
        RESTING,
        environmentAt({ pictures, zoom }),
      );
      return sheet.print(0, 0, 245, 195);
    };
    expect(print('later')).not.toBe(print());
  });

  it('names the cards whose pictures are on their way, for the clock that moves the light', () => {
    const awaited = new Set<string>();
    for (const value of ['later', 'photo', 'gone', '']) {
      const node = { ...nodeOf('image', { value }), id: value };
      paintCard(new Recorder(), node, RESTING, { ...environmentAt({ pictures }), awaited });
    }
    expect([...awaited]).toEqual(['later']);
  });
});

/** The middle of an upload's bar on a card at the lowest detail. */
const barAt = (share: number): string => {
  const sheet = new Sheet(290, 240, LIGHT.pane);
  const flat = environmentAt({ pictures, zoom: 0.3 });
  paintCard(sheet.ctx, nodeOf('imageUpload'), { ...RESTING, run: { state: 'uploading', share } }, flat);
  return sheet.at(122, 117);
};

describe('an upload', () => {
  const state = { run: { state: 'uploading', share: 0.416, phase: 0.5 } } as const;

  it('says so and how much has gone, in both languages', () => {
    const photo = nodeOf('imageUpload', { value: 'later' });
    expect(recorded(photo, state).texts).toEqual([EN.kinds.imageUpload, EN.uploading, '42%']);
    expect(recorded(photo, state, KO).texts).toContain(KO.uploading);
    expect(recorded(photo, { run: { state: 'uploading' } }).texts).toEqual([EN.kinds.imageUpload, EN.uploading]);
  });

  it('lets the chosen picture show through as soon as it is decoded', () => {
    const sheet = painted(nodeOf('imageUpload', { value: 'photo' }), state);
    expect(at(sheet, 25, 180)).not.toBe(at(sheet, 120, 180));
    expect(at(sheet, 25, 180)).not.toBe(RED);
  });

  it('is a bar that grows on a flat card', () => {
    expect(barAt(0.3)).toBe(LIGHT.line);
    expect(barAt(0.7)).toBe(LIGHT.imageEdge);
  });
});

/** A line of pixels across a running node's body. */
const sweep = (phase: number): string =>
  painted(nodeOf('image'), { run: { state: 'running', phase } }).print(ORIGIN, ORIGIN + 45, 245, 1);

describe('a run', () => {
  it('shows Loading... and the seconds it has taken [NODE-7]', () => {
    const { texts } = recorded(nodeOf('image'), { run: { state: 'running', elapsedS: 83, phase: 0.2 } });
    expect(texts).toEqual([EN.kinds.image, EN.loading, '1:23']);
    expect(recorded(nodeOf('model'), { run: { state: 'running', elapsedS: 7 } }).texts).toContain('0:07');
  });

  it('sweeps with its phase and is still without one', () => {
    expect(sweep(0.2)).not.toBe(sweep(0.6));
    expect(sweep(0.2)).toBe(sweep(0.2));
  });

  it('lets the old picture show through while a new one is made', () => {
    const sheet = painted(nodeOf('image', { value: 'photo' }), { run: { state: 'running', phase: 0 } });
    expect(at(sheet, 25, 180)).not.toBe(at(sheet, 120, 180));
    expect(at(sheet, 25, 180)).not.toBe(RED);
  });

  it('keeps the old picture behind the reason of a failed run', () => {
    const failed = { run: { state: 'failed', message: 'No.' } } as const;
    const sheet = painted(nodeOf('image', { value: 'photo' }), failed);
    expect(at(sheet, 25, 60)).not.toBe(at(painted(nodeOf('image'), failed), 25, 60));
    expect(at(sheet, 25, 60)).not.toBe(at(sheet, 122, 60));
  });

  it.each([1, 0.3, 0.15])('that failed has a red border at zoom %d, whatever the card shows [CARD-4]', (zoom) => {
    for (const value of ['', 'body', 'later']) {
      const recorder = new Recorder();
      const state = { ...RESTING, run: { state: 'failed', message: 'No.' } } as const;
      paintCard(recorder, nodeOf('image', { value }), state, environmentAt({ pictures, zoom }));
      const border = recorder.all('stroke').at(-1);
      expect(border).toMatchObject({ strokeStyle: LIGHT.danger, lineWidth: 2 / Math.min(1, zoom) });
      expect(recorder.calls.at(-1)).toBe(border);
    }
    const running = recorded(nodeOf('image'), { run: { state: 'running' } });
    expect(running.all('stroke').map(({ strokeStyle }) => strokeStyle)).not.toContain(LIGHT.danger);
  });

  it('that failed says why, wrapped, and offers to try again where the layout puts it', () => {
    const node = nodeOf('image', { value: 'photo' });
    const message = 'The provider refused the request for safety reasons. Change the words and try again.';
    const recorder = recorded(node, { run: { state: 'failed', message } });
    const [, ...texts] = recorder.texts;
    expect(texts.at(-1)).toBe(EN.tryAgain);
    expect(texts.slice(0, -1).join(' ')).toBe(message);
    expect(texts.length).toBeGreaterThan(2);
    const { retry } = cardLayout(node);
    expect(recorder.all('fillText').at(-1)?.args[2]).toBe(retry.y + retry.height / 2 + 0.5);
  });
});
