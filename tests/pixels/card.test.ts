import { describe, expect, it } from 'vitest';
import { rowField } from '../../src/engine/nodes/cardLayout';
import { cardLayout } from '../../src/engine/nodes/shorthands';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING, type CardState } from '../../src/engine/render/card/PaintEnvironment';
import { contrast } from '../support/contrast';
import { Sheet } from '../support/nodeCanvas';
import { DARK, EN, environmentAt, KO, LIGHT, nodeOf, picturesOf, type WorldOptions } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const ORIGIN = 20;
const TYPES = ['textPrompt', 'imageUpload', 'image', 'category', 'categoryItem', 'text', 'model', 'video', 'audio'];

function painted(node: FlowNode, state: Partial<CardState> = {}, options: WorldOptions = {}): Sheet {
  const theme = options.theme ?? LIGHT;
  const sheet = new Sheet(300, 420, theme.pane);
  sheet.ctx.translate(ORIGIN, ORIGIN);
  paintCard(sheet.ctx, node, { ...RESTING, ...state }, environmentAt(options));
  return sheet;
}

function recorded(node: FlowNode, state: Partial<CardState> = {}, options: WorldOptions = {}): Recorder {
  const recorder = new Recorder();
  paintCard(recorder, node, { ...RESTING, ...state }, environmentAt(options));
  return recorder;
}

const at = (sheet: Sheet, x: number, y: number): string => sheet.at(ORIGIN + x, ORIGIN + y);

const items = (count: number): FlowNode =>
  nodeOf('category', {
    categories: Array.from({ length: count }, (_, index) => ({
      id: `item-${index}`,
      name: `name ${index}`,
      value: ['one', 'two'],
      parentId: 'category_node_1',
    })),
  });

describe('every card', () => {
  it.each([...TYPES, 'note', 'frame', 'sheet'])(
    'of type %s leaves the context as it found it, in every detail',
    (type) => {
      for (const zoom of [1, 0.3, 0.15]) {
        const recorder = recorded(nodeOf(type), { isSelected: true, isHovered: true }, { zoom });
        expect(recorder.depth).toBe(0);
        expect(recorder.globalAlpha).toBe(1);
        expect(recorder.calls.length).toBeGreaterThan(0);
      }
    },
  );

  it.each(TYPES.filter((type) => type !== 'text' && type !== 'categoryItem'))('of type %s says its name', (type) => {
    expect(recorded(nodeOf(type)).texts).toContain(EN.kinds[type]);
    expect(recorded(nodeOf(type), {}, { words: KO }).texts).toContain(KO.kinds[type]);
  });

  it('shows the model on model and image nodes, and the person’s own name on text nodes [NODE-3]', () => {
    expect(recorded(nodeOf('image', { model: 'Gemini-2.5-flash' })).texts).toContain('Gemini-2.5-flash');
    expect(recorded(nodeOf('model', { model: 'GPT-5' })).texts).toContain('GPT-5');
    expect(recorded(nodeOf('text', { name: 'Mood', value: 'calm' })).texts).toEqual(['Mood', 'calm']);
    expect(recorded(nodeOf('text')).texts).toContain(EN.untitled);
  });

  it('of an unknown type is a plain card that names it [NODE-18]', () => {
    expect(recorded(nodeOf('hologram', { model: 'x' })).texts).toEqual([EN.kinds.other, 'hologram']);
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('has a sheet with round corners and a hairline on the pane (%s)', (_mode, theme) => {
    const sheet = painted(nodeOf('textPrompt'), {}, { theme });
    expect(at(sheet, 0, 0)).toBe(theme.pane);
    expect(at(sheet, 110, 0)).toBe(theme.line);
    expect(at(sheet, 110, 5)).toBe(theme.surface);
    expect(at(sheet, 219, 100)).toBe(theme.line);
    expect(at(sheet, 220, 100)).toBe(theme.pane);
  });

  it.each([
    ['textPrompt', LIGHT.textEdge],
    ['writer', LIGHT.textEdge],
    ['category', LIGHT.textEdge],
    ['imageUpload', LIGHT.imageEdge],
    ['image', LIGHT.imageEdge],
    ['video', LIGHT.faint],
    ['sheet', LIGHT.imageEdge],
    ['hologram', LIGHT.faint],
  ])('of type %s has a type dot in its colour', (type, colour) => {
    expect(at(painted(nodeOf(type)), 18, 20)).toBe(colour);
  });

  it('wears a 2 px ink ring when selected, at least 2 device px when zoomed out', () => {
    const sheet = painted(nodeOf('image'), { isSelected: true });
    expect([at(sheet, 120, -2), at(sheet, 120, -1)]).toEqual([LIGHT.ink, LIGHT.ink]);
    expect(at(sheet, 120, -3)).toBe(LIGHT.pane);
    const far = recorded(nodeOf('image'), { isSelected: true }, { zoom: 0.1 }).all('stroke').at(-1);
    expect(far).toMatchObject({ strokeStyle: LIGHT.ink, lineWidth: 20 });
  });

  it('wears a broad band when a search has found it, under the ring of the selection, and from afar [FIND-5]', () => {
    const sheet = painted(nodeOf('image'), { isMarked: true, isSelected: true });
    expect([at(sheet, 120, -1), at(sheet, 120, -4)]).toEqual([LIGHT.ink, LIGHT.imageEdge]);
    expect(at(sheet, 120, -7)).toBe(LIGHT.pane);
    const far = recorded(nodeOf('image'), { isMarked: true }, { zoom: 0.1 }).all('stroke').at(-1);
    expect(far).toMatchObject({ strokeStyle: LIGHT.imageEdge, lineWidth: 20 });
  });
});

describe('the round play button', () => {
  const ring = [212, 20] as const;

  it('is ink when it may be pressed, faint when not, and a stop sign while it runs', () => {
    const node = nodeOf('image');
    expect(at(painted(node, { canRun: true }), ...ring)).toBe(LIGHT.ink);
    expect(at(painted(node), ...ring)).toBe(LIGHT.raised);
    const running = painted(node, { canRun: true, run: { state: 'running', elapsedS: 1 } });
    expect(at(running, ...ring)).toBe(LIGHT.surface);
    expect(at(running, 223, 20)).toBe(LIGHT.ink);
    expect(at(running, 220, 17)).toBe(LIGHT.ink);
  });
});

describe('the title of an image node', () => {
  const MODEL = 'Gemini-2.5-flash';
  const lines = (prompt: string) =>
    recorded(nodeOf('image', { model: MODEL }), { prompt })
      .all('fillText')
      .map(({ args, fillStyle }) => [args[0], args[2], fillStyle]);

  it('is its prompt, with the small name of the model beside it; its model alone without a prompt [CARD-2]', () => {
    expect(lines('a fox')).toEqual([
      ['a fox', 14, LIGHT.ink],
      [MODEL, 29, LIGHT.muted],
    ]);
    expect(lines('')).toEqual([[MODEL, 20.5, LIGHT.ink]]);
  });

  it('ends in an ellipsis where it does not fit, in Korean too', () => {
    const [title] = lines('눈 내리는 산골 마을의 고즈넉한 한옥 마당에 앉은 고양이')[0] ?? [];
    expect(title).toMatch(/^눈 내리는 .+…$/u);
  });
});

const headOf = (data: Record<string, unknown>) => recorded(nodeOf('category', data)).texts.slice(0, 2);

describe('the title of a category', () => {
  it('is its original text, with its small kind beside it; its kind alone without a text [TEXT-4]', () => {
    const { categories } = items(2).data;
    expect(headOf({ categories, value: 'a calm\n river' })).toEqual(['a calm river', EN.kinds.category]);
    expect(headOf({ categories })).toEqual([EN.kinds.category, '2']);
  });
});

describe('a value', () => {
  it.each([null, ''])('of %j is none, as an absent one is [NODE-14]', (value) => {
    for (const type of TYPES) expect(recorded(nodeOf(type, { value })).calls).toEqual(recorded(nodeOf(type)).calls);
  });
});

describe('a text prompt', () => {
  it('asks for a text, and shows it once it is there [NODE-5]', () => {
    expect(recorded(nodeOf('textPrompt')).texts).toContain(EN.textPlaceholder);
    expect(recorded(nodeOf('textPrompt', { value: 'a hanok' })).texts).toContain('a hanok');
    expect(recorded(nodeOf('textPrompt', { value: 'a hanok' })).texts).not.toContain(EN.textPlaceholder);
  });

  it('never draws more lines than fit above the button, and ends in an ellipsis', () => {
    const node = nodeOf('textPrompt', { value: '봄 햇살이 드는 마당 '.repeat(40) });
    const lines = recorded(node).all('fillText').slice(1, -1);
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)?.args[0]).toMatch(/…$/u);
    const { convert } = cardLayout(node).actions;
    for (const { args } of lines) expect(Number(args[2]) + 10).toBeLessThanOrEqual(convert?.y ?? 0);
  });

  it('leaves its text to the field that edits it', () => {
    const node = nodeOf('textPrompt', { value: 'a hanok' });
    expect(recorded(node, { editing: 'value' }).texts).toEqual([EN.kinds.textPrompt, EN.convert]);
  });

  it('says on its button that it is being converted, as its action does [NODE-5]', () => {
    const { texts } = recorded(nodeOf('textPrompt', { value: 'a river' }), { run: { state: 'running' } });
    expect(texts).toEqual([EN.kinds.textPrompt, 'a river', EN.converting]);
  });

  it('measures an unchanged text once', () => {
    const node = nodeOf('textPrompt', { value: `measured once ${Math.PI}` });
    expect(recorded(node).count('measureText')).toBeGreaterThan(0);
    expect(recorded({ ...node }).count('measureText')).toBe(0);
  });
});

describe('a category', () => {
  it('is a stack of rows at steps of 80 px [CAT-2]', () => {
    const rows = recorded(items(3))
      .all('roundRect')
      .filter(({ args }) => args[3] === 71);
    const tops = rows.map(({ args }) => Number(args[1]));
    expect(tops).toHaveLength(3);
    expect(tops.map((top) => top - (tops[0] ?? 0))).toEqual([0, 80, 160]);

    const sheet = painted(items(3));
    const first = cardLayout(items(3)).rows[0]?.box.y ?? 0;
    for (const step of [0, 80, 160]) {
      expect(at(sheet, 100, first + step + 4)).toBe(LIGHT.line);
      expect(at(sheet, 100, first + step + 8)).toBe(LIGHT.raised);
      expect(at(sheet, 100, first + step + 78)).toBe(LIGHT.surface);
    }
    expect(at(sheet, 120, 80 + 3 * 80)).toBe(LIGHT.pane);
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('shows in %s where one value of a row ends and the next begins [DARK-4]', (_mode, theme) => {
    const sheet = painted(items(1), {}, { theme });
    const [{ value } = { value: { x: 0, y: 0, height: 0 } }] = cardLayout(items(1)).rows;
    const chip = at(sheet, value.x + 4, value.y + value.height / 2);
    expect(contrast(chip, theme.raised)).toBeGreaterThan(1.25);
  });

  it('names each row, shows its values and counts those that do not fit', () => {
    expect(recorded(items(1)).texts).toEqual([EN.kinds.category, '1', 'name 0', 'one', 'two', EN.together]);
    const many = nodeOf('category', {
      categories: [{ id: 'a', name: 'style', value: 'a long first value, a long second value, third, fourth' }],
    });
    const { texts } = recorded(many);
    expect(texts).toContain('a long first value');
    expect(texts.at(-2)).toMatch(/^\+\d$/u);
  });

  it('shows rows of another version that lack a name or a value, and still the whole canvas', () => {
    const node = nodeOf('category', { categories: [{ id: 'bare' }, { id: 'odd', name: 7, value: 3 }, 'x', null] });
    expect(recorded(node).texts).toEqual([EN.kinds.category, '2', EN.untitled, EN.untitled]);
  });

  it('leaves a row’s field to the overlay that edits it', () => {
    const { texts } = recorded(items(2), { editing: rowField('item-1', 'name') });
    expect(texts).toContain('name 0');
    expect(texts).not.toContain('name 1');
  });
});

describe('video and audio', () => {
  it.each(['video', 'audio'])('%s says that it is not available [NODE-10]', (type) => {
    expect(recorded(nodeOf(type)).texts).toContain(EN.unavailable);
    expect(recorded(nodeOf(type), {}, { words: KO }).texts.join(' ')).toContain('아직');
  });
});

describe('far out', () => {
  it('draws no words below 35 %, and the picture small', () => {
    const photo = new Sheet(40, 40, '#3366cc');
    const pictures = picturesOf({ photo: { bitmap: photo.bitmap, width: 40, height: 40 } });
    for (const type of [...TYPES, 'note', 'sheet']) expect(recorded(nodeOf(type), {}, { zoom: 0.3 }).texts).toEqual([]);
    const sheet = painted(nodeOf('image', { value: 'photo' }), {}, { zoom: 0.3, pictures });
    expect(at(sheet, 120, 120)).toBe('#3366cc');
    expect(at(sheet, 200, 20)).toBe(LIGHT.surface);
  });

  it('draws a block or a picture below 20 %, with few calls', () => {
    expect(recorded(nodeOf('textPrompt', { value: 'x' }), {}, { zoom: 0.15 }).calls).toHaveLength(1);
    const photo = new Sheet(40, 40, '#3366cc');
    const pictures = picturesOf({ photo: { bitmap: photo.bitmap, width: 40, height: 40 } });
    const sheet = painted(nodeOf('image', { value: 'photo' }), {}, { zoom: 0.15, pictures });
    expect(at(sheet, 120, 20)).toBe('#3366cc');
  });

  it('still distinguishes a failed node from others', () => {
    const run = { state: 'failed', message: 'no' } as const;
    expect(at(painted(nodeOf('image'), { run }, { zoom: 0.3 }), 120, 117)).toBe(LIGHT.danger);
    const ok = at(painted(nodeOf('image'), {}, { zoom: 0.15 }), 120, 100);
    expect(at(painted(nodeOf('image'), { run }, { zoom: 0.15 }), 120, 100)).not.toBe(ok);
  });
});
