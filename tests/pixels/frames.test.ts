import { describe, expect, it } from 'vitest';
import { FRAME_COLOURS } from '../../src/engine';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING, type CardState } from '../../src/engine/render/card/PaintEnvironment';
import { paintFlow } from '../../src/engine';
import { contrast } from '../support/contrast';
import { Sheet } from '../support/nodeCanvas';
import { DARK, EN, environmentAt, KO, LIGHT, nodeOf, type WorldOptions } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';

const ORIGIN = 20;
const frameOf = (data: Record<string, unknown> = {}): FlowNode =>
  nodeOf('frame', { title: 'Sky', colour: 'green', width: 300, height: 200, isFolded: false, ...data });
const noteOf = (value: string): FlowNode => nodeOf('note', { value, width: 240, height: 150 });

function painted(node: FlowNode, options: WorldOptions = {}, state: Partial<CardState> = {}): Sheet {
  const sheet = new Sheet(360, 260, (options.theme ?? LIGHT).pane);
  sheet.ctx.translate(ORIGIN, ORIGIN);
  paintCard(sheet.ctx, node, { ...RESTING, ...state }, environmentAt(options));
  return sheet;
}

const texts = (node: FlowNode, options: WorldOptions = {}, state: Partial<CardState> = {}): readonly unknown[] => {
  const recorder = new Recorder();
  paintCard(recorder, node, { ...RESTING, ...state }, environmentAt(options));
  return recorder.texts;
};

const at = (sheet: Sheet, x: number, y: number): string => sheet.at(ORIGIN + x, ORIGIN + y);

/** A frame with a pipe, and other cards. */
const piped = (cards: Parameters<typeof TestEditor.with>[0] = {}) =>
  TestEditor.with(
    {
      sky: { type: 'frame', at: [0, 0], data: { title: 'Sky', colour: 'red', width: 240, height: 300 } },
      art: { type: 'image', at: [600, 52.5] },
      ...cards,
    },
    [pipe('sky', 'art', 'image')],
  );

/** The picture of a flow around the corner of the world. */
const pictureOf = ({ engine }: TestEditor, zoom = 1): Sheet => {
  const sheet = new Sheet(300, 300);
  const viewport = { x: 0, y: 0, zoom };
  for (const _ of paintFlow(sheet.ctx, engine, { size: { width: 300, height: 300 }, viewport }));
  return sheet;
};

/** The colour where the mouth of a frame has its rim. */
const rim = (editor: TestEditor, zoom = 1): string => pictureOf(editor, zoom).at(240 * zoom, 150 * zoom - 8 * zoom);

describe('a frame looks', () => {
  it.each([LIGHT, DARK])(
    'like a ground with a bar in its colour, which ink is read on, in every theme [FRAME-7]',
    (theme) => {
      const bars = FRAME_COLOURS.map((colour) => {
        const sheet = painted(frameOf({ colour }), { theme });
        expect(at(sheet, 150, 120)).not.toBe(theme.pane);
        expect(contrast(at(sheet, 150, 36), theme.ink)).toBeGreaterThan(4.5);
        return at(sheet, 150, 36);
      });
      expect(new Set(bars).size).toBe(FRAME_COLOURS.length);
      expect(at(painted(frameOf({ colour: 'silver' }), { theme }), 150, 36)).toBe(bars[FRAME_COLOURS.indexOf('blue')]);
    },
  );

  it('like its title near and far, and like a line and a ground farther out [FRAME-1]', () => {
    expect(texts(frameOf())).toEqual(['Sky']);
    expect(texts(frameOf({ title: ' ' }))).toEqual([EN.untitled]);
    expect(texts(frameOf({ title: '' }), { words: KO })).toEqual([KO.untitled]);
    expect(texts(frameOf(), {}, { editing: 'title' })).toEqual([]);
    expect(texts(frameOf(), { zoom: 0.3 })).toEqual(['Sky']);
    expect(texts(frameOf(), { zoom: 0.15 })).toEqual([]);
    expect(at(painted(frameOf(), { zoom: 0.15 }), 150, 20)).not.toBe(LIGHT.pane);
  });

  it('like a ground under the cards in a picture of the whole flow, whichever was made first [FRAME-1]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [30, 75], data: { value: 'A boat' } },
      sky: { type: 'frame', at: [0, 0], data: { title: 'Sky', colour: 'red', width: 300, height: 300 } },
    });
    const sheet = pictureOf(editor);
    expect(sheet.at(200, 250)).toBe(LIGHT.surface);
    expect(sheet.at(290, 200)).not.toBe(LIGHT.pane);
  });

  it('like a ground over that of a larger frame, whichever was made first [FRAME-1]', () => {
    const inner = {
      type: 'frame',
      at: [60, 90],
      data: { title: '', colour: 'blue', width: 180, height: 150 },
    } as const;
    const outer = { type: 'frame', at: [0, 0], data: { title: '', colour: 'red', width: 300, height: 300 } } as const;
    const first = pictureOf(TestEditor.with({ inner, outer })).at(150, 200);
    expect(first).toBe(pictureOf(TestEditor.with({ outer, inner })).at(150, 200));
    expect(first).not.toBe(pictureOf(TestEditor.with({ outer })).at(150, 200));
  });

  it('like a mouth for its pictures at its right, over its pipe and under the cards, and like none far out [REFER-8]', () => {
    expect(rim(piped())).toBe(LIGHT.surface);
    expect(rim(piped(), 0.15)).not.toBe(LIGHT.surface);
    const memo = { type: 'note', at: [200, 100], data: { value: '', width: 90, height: 90 } } as const;
    expect(rim(piped({ memo }))).toBe(rim(TestEditor.with({ memo })));
  });
});

describe('a folded frame looks', () => {
  const shut = frameOf({ isFolded: true });
  const content = { count: 12, pictures: ['red', 'blue'], work: null };
  const pictures = {
    get: (url: string) => {
      const photo = new Sheet(60, 60, url === 'red' ? '#ff0000' : '#0000ff');
      return { bitmap: photo.bitmap, width: 60, height: 60 };
    },
  };

  it.each([1, 0.3])('like its pictures side by side, and says how much it holds, at zoom %d [FOLD-1]', (zoom) => {
    const sheet = painted(shut, { pictures, zoom }, { folded: content });
    expect(at(sheet, 68, 117)).toBe('#ff0000');
    expect(at(sheet, 177, 117)).toBe('#0000ff');
    expect(at(sheet, 122, 60)).toBe(LIGHT.surface);
    expect(texts(shut, { pictures, zoom }, { folded: content })).toEqual(zoom === 1 ? ['12', 'Sky'] : []);
  });

  it('like a number where it holds no picture, and like a block of its colour far out [FOLD-1]', () => {
    expect(texts(shut, {}, { folded: { ...content, count: 3, pictures: [] } })).toEqual(['3', 'Sky']);
    const far = painted(shut, { zoom: 0.15 }, { folded: { ...content, count: 3, pictures: [] } });
    expect(at(far, 120, 100)).not.toBe(
      at(painted(frameOf({ isFolded: true, colour: 'red' }), { zoom: 0.15 }), 120, 100),
    );
  });
});

const working = (underWay: number, failed: number, phase: number | null = 0.3): Partial<CardState> => ({
  folded: { count: 4, pictures: [], work: { underWay, failed, phase } },
});

describe('a folded frame that holds work looks', () => {
  const shut = frameOf({ isFolded: true });
  const look = (zoom: number, state: Partial<CardState>): string =>
    painted(shut, { zoom }, state).print(0, 0, 360, 260);

  it('like how many run and how many have failed, each under a sign of its own [FOLD-5]', () => {
    expect(texts(shut, {}, working(2, 0))).toEqual(['2', '4', 'Sky']);
    expect(texts(shut, {}, working(0, 1))).toEqual(['1', '4', 'Sky']);
    expect(texts(shut, { words: KO }, working(12, 3, null))).toEqual(['12', '3', '4', 'Sky']);
  });

  it.each([LIGHT, DARK])('like a danger that is seen, in every theme [FOLD-5]', (theme) => {
    expect(painted(shut, { theme }, working(0, 1)).count(theme.danger, 0, 0, 360, 260)).toBeGreaterThan(10);
    expect(painted(shut, { theme }, working(1, 0)).count(theme.danger, 0, 0, 360, 260)).toBe(0);
  });

  it.each([1, 0.3, 0.15])('unlike one at rest, and otherwise for each of the states, at zoom %d [FOLD-5]', (zoom) => {
    const looks = [{}, working(1, 0), working(0, 1), working(1, 1)].map((state) => look(zoom, state));
    expect(new Set(looks).size).toBe(4);
  });

  it('like work in progress, or only waiting [FOLD-5]', () => {
    expect(look(1, working(1, 0, 0.3))).not.toBe(look(1, working(1, 0, 0.6)));
    expect(look(1, working(1, 0, null))).not.toBe(look(1, working(1, 0, 0.3)));
  });
});

describe('a note looks', () => {
  it.each([LIGHT, DARK])('like paper with words that can be read, in every theme', (theme) => {
    const sheet = painted(noteOf('Warmer, please'), { theme });
    expect(at(sheet, 200, 120)).not.toBe(theme.surface);
    expect(contrast(at(sheet, 200, 120), theme.ink)).toBeGreaterThan(7);
    expect(texts(noteOf('Warmer, please'), { theme })).toEqual(['Warmer, please']);
  });

  it('like an invitation while it is empty, and like nothing while it is written on', () => {
    expect(texts(noteOf(''))).toEqual([EN.textPlaceholder]);
    expect(texts(noteOf('Sea'), {}, { editing: 'value' })).toEqual([]);
  });

  it('like bars and then a block farther out', () => {
    for (const zoom of [0.3, 0.15]) {
      expect(texts(noteOf('Sea'), { zoom })).toEqual([]);
      expect(at(painted(noteOf('Sea'), { zoom }), 120, 100)).not.toBe(LIGHT.pane);
    }
  });
});
