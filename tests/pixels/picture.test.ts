import { describe, expect, it } from 'vitest';
import { cardLayout } from '../../src/engine/model/cardLayout';
import type { FlowNode } from '../../src/engine/model/FlowNode';
import { coverFit } from '../../src/engine/paint/coverFit';
import { paintCard } from '../../src/engine/paint/paintCard';
import { RESTING, type CardState, type Picture } from '../../src/engine/paint/PaintEnvironment';
import { Sheet } from '../support/nodeCanvas';
import { EN, environmentAt, KO, LIGHT, nodeOf, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const ORIGIN = 20;
const RED = '#cc2222';
const GREEN = '#22aa44';
const BLUE = '#2233cc';

/** Three vertical fields; the outer two are only there to be cut away. */
function threeFields(width: number, height: number): Picture {
  const sheet = new Sheet(width, height, GREEN);
  sheet.ctx.fillStyle = RED;
  sheet.ctx.fillRect(0, 0, width * 0.2, height);
  sheet.ctx.fillStyle = BLUE;
  sheet.ctx.fillRect(width * 0.8, 0, width * 0.2, height);
  return { bitmap: sheet.bitmap, width, height };
}

const pictures = picturesOf({ wide: threeFields(1000, 250), photo: threeFields(400, 300), later: 'loading' });

function painted(node: FlowNode, state: Partial<CardState> = {}): Sheet {
  const sheet = new Sheet(290, 240, LIGHT.floor);
  sheet.ctx.translate(ORIGIN, ORIGIN);
  paintCard(sheet.ctx, node, { ...RESTING, ...state }, environmentAt({ pictures }));
  return sheet;
}

function recorded(node: FlowNode, state: Partial<CardState> = {}, words = EN): Recorder {
  const recorder = new Recorder();
  paintCard(recorder, node, { ...RESTING, ...state }, environmentAt({ pictures, words }));
  return recorder;
}

const at = (sheet: Sheet, x: number, y: number): string => sheet.at(ORIGIN + x, ORIGIN + y);

describe('a picture in its card', () => {
  it.each(['image', 'imageUpload'])('covers the body of %s edge to edge, cut about its centre [NODE-7]', (type) => {
    const sheet = painted(nodeOf(type, { value: 'wide' }));
    for (const [x, y] of [
      [0, 41],
      [244, 41],
      [122, 117],
      [0, 170],
      [122, 194],
    ] as const) {
      expect(at(sheet, x, y)).toBe(GREEN);
    }
    expect(at(sheet, 122, 38)).toBe(LIGHT.surface);
    expect(at(sheet, 122, 195)).toBe(LIGHT.floor);
  });

  it('keeps the sides of a picture that is narrower than the body', () => {
    const sheet = painted(nodeOf('image', { value: 'photo' }));
    expect(at(sheet, 5, 117)).toBe(RED);
    expect(at(sheet, 240, 117)).toBe(BLUE);
  });

  it('stays to be seen under a word about it', () => {
    const words = 'The server does not take this file. It stays in the project as it is.';
    const node = nodeOf('imageUpload', { value: 'wide' });
    expect(recorded(node, { note: words }).texts.join(' ')).toContain('The server does not take');
    const sheet = painted(node, { note: words });
    expect(at(sheet, 122, 140)).toBe(GREEN);
    expect(at(sheet, 5, 45)).not.toBe(GREEN);
  });

  it('is cut by the card’s round corners', () => {
    const sheet = painted(nodeOf('image', { value: 'wide' }));
    expect(at(sheet, 0, 194)).toBe(LIGHT.floor);
    expect(at(sheet, 244, 194)).toBe(LIGHT.floor);
    expect(at(sheet, 3, 190)).toBe(GREEN);
  });

  it('is asked for in the width it is drawn at', () => {
    const asked: number[] = [];
    const source = { get: (_url: string, width: number) => (asked.push(width), 'loading' as const) };
    const environment = environmentAt({ pictures: source, zoom: 2 });
    paintCard(new Recorder(), nodeOf('image', { value: 'x' }), RESTING, environment);
    expect(asked).toEqual([490]);
  });

  it('fits any proportions without stretching', () => {
    expect(coverFit({ width: 400, height: 100 }, { x: 0, y: 0, width: 100, height: 50 })).toEqual({
      x: 100,
      y: 0,
      width: 200,
      height: 100,
    });
    expect(coverFit({ width: 100, height: 400 }, { x: 9, y: 9, width: 100, height: 50 })).toEqual({
      x: 0,
      y: 175,
      width: 100,
      height: 50,
    });
  });

  it('can be enlarged while the pointer is over it', () => {
    const node = nodeOf('image', { value: 'wide' });
    const box = cardLayout(node).actions.enlarge;
    expect(box).toBeDefined();
    const corner = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 14] as const;
    expect(at(painted(node), ...corner)).toBe(GREEN);
    expect(at(painted(node, { isHovered: true }), ...corner)).toBe(LIGHT.surface);
  });
});

describe('a card without a picture', () => {
  it('shows the faint drawing of what will come', () => {
    const sheet = painted(nodeOf('image'));
    expect(at(sheet, 171, 87)).toBe(LIGHT.line);
    expect(at(sheet, 20, 60)).toBe(LIGHT.raised);
    expect(recorded(nodeOf('image')).texts).toEqual([EN.kinds.image]);
  });

  it('offers to upload a file, in both languages [NODE-8]', () => {
    expect(recorded(nodeOf('imageUpload')).texts).toEqual([EN.kinds.imageUpload, EN.upload]);
    expect(recorded(nodeOf('imageUpload'), {}, KO).texts).toContain(KO.upload);
  });

  it('says so when it cannot be read [OVERLAY-3]', () => {
    expect(recorded(nodeOf('image', { value: 'gone' })).texts).toContain(EN.brokenPicture);
    expect(recorded(nodeOf('imageUpload', { value: 'gone' })).texts).not.toContain(EN.upload);
  });

  it('keeps still while it is being decoded', () => {
    expect(recorded(nodeOf('image', { value: 'later' })).texts).toEqual([EN.kinds.image]);
  });

  it('says so while a photo is being decoded', () => {
    const photo = nodeOf('imageUpload', { value: 'later' });
    expect(recorded(photo).texts).toEqual([EN.kinds.imageUpload, EN.loading]);
    expect(recorded(photo, {}, KO).texts).toContain(KO.loading);
  });
});

/** The middle of the bar of an upload on a flat card. */
const barAt = (share: number): string => {
  const sheet = new Sheet(290, 240, LIGHT.floor);
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
    expect(at(sheet, 5, 180)).not.toBe(at(sheet, 120, 180));
    expect(at(sheet, 5, 180)).not.toBe(RED);
  });

  it('is a bar that grows on a flat card', () => {
    expect(barAt(0.3)).toBe(LIGHT.line);
    expect(barAt(0.7)).toBe(LIGHT.imagePipe);
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

  it('sweeps with its phase and stands still without one', () => {
    expect(sweep(0.2)).not.toBe(sweep(0.6));
    expect(sweep(0.2)).toBe(sweep(0.2));
  });

  it('lets the old picture show through while a new one is made', () => {
    const sheet = painted(nodeOf('image', { value: 'photo' }), { run: { state: 'running', phase: 0 } });
    expect(at(sheet, 5, 180)).not.toBe(at(sheet, 120, 180));
    expect(at(sheet, 5, 180)).not.toBe(RED);
  });

  it('keeps the old picture behind the reason of a failed run', () => {
    const failed = { run: { state: 'failed', message: 'No.' } } as const;
    const sheet = painted(nodeOf('image', { value: 'photo' }), failed);
    expect(at(sheet, 5, 60)).not.toBe(at(painted(nodeOf('image'), failed), 5, 60));
    expect(at(sheet, 5, 60)).not.toBe(at(sheet, 122, 60));
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
