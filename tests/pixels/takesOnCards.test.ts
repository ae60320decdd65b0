import { describe, expect, it } from 'vitest';
import { cardLayout, paintWorld, type NodeTakes } from '../../src/engine';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING, type CardState } from '../../src/engine/render/card/PaintEnvironment';
import { Sheet } from '../support/nodeCanvas';
import { DARK, EN, environmentAt, KO, LIGHT, nodeOf, picturesOf, type WorldOptions } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { TestEditor } from '../support/TestEditor';

const four: NodeTakes = { count: 4, rating: 5, origin: 'engine' };
const node = nodeOf('image', { value: 'gone' });
const { takes: button } = cardLayout(node).actions;

function texts(
  takes: NodeTakes | null,
  state: Partial<CardState> = {},
  options: WorldOptions = {},
): readonly unknown[] {
  const recorder = new Recorder();
  paintCard(recorder, node, { ...RESTING, ...state, takes }, environmentAt(options));
  expect([recorder.depth, recorder.globalAlpha]).toEqual([0, 1]);
  return recorder.texts;
}

describe('the takes of a node on its card', () => {
  it('are on it as their number, with the rating and maker of the chosen one [STRIP-1] [STRIP-7]', () => {
    expect(texts(four)).toEqual(expect.arrayContaining(['4', '5', EN.madeWithAi]));
    expect(texts(four, {}, { words: KO })).toContain(KO.madeWithAi);
    expect(texts({ count: 1, rating: -1, origin: 'preview' })).toEqual(
      expect.arrayContaining(['1', EN.offlinePreview]),
    );
    expect(texts({ count: 120, rating: null, origin: null }).at(-1)).toBe('99+');
    expect(texts(null)).not.toContain(EN.madeWithAi);
  });

  it('are there while it runs, and when it has failed beside its button [STRIP-1]', () => {
    expect(texts(four, { run: { state: 'running' } })).toContain('4');
    const failed = texts(four, { run: { state: 'failed', message: 'no' } });
    expect(failed).toEqual(expect.arrayContaining(['4', EN.tryAgain]));
    // They would lie on the button.
    expect(failed).not.toContain('5');
    expect(failed).not.toContain(EN.madeWithAi);
  });

  it.each([0.3, 0.15])('are left out where cards have no words, at zoom %d [STRIP-1]', (zoom) => {
    expect(texts(four, {}, { zoom })).not.toContain('4');
  });

  it.each([LIGHT, DARK])('are read on any picture, light and dark [STRIP-1]', (theme) => {
    const sheet = new Sheet(300, 260, '#888888');
    paintCard(sheet.ctx, node, { ...RESTING, takes: four }, environmentAt({ theme }));
    if (!button) throw new Error('no button');
    expect(sheet.at(button.x + button.width - 8, button.y + 5)).not.toBe('#888888');
  });
});

describe('a card without the rating that is looked for', () => {
  it.each([1, 0.3, 0.15])('is faint, at zoom %d [JUDGE-3]', (zoom) => {
    for (const theme of [LIGHT, DARK]) {
      const [plain, faded] = [false, true].map((isFaded) => {
        const sheet = new Sheet(300, 260, theme.pane);
        paintCard(sheet.ctx, node, { ...RESTING, isFaded }, environmentAt({ theme, zoom }));
        return sheet.at(60, 20);
      });
      expect(faded).not.toBe(plain);
      expect(faded).not.toBe(theme.pane);
    }
  });
});

const desk = (zoom = 1) =>
  TestEditor.with({ art: { type: 'image', at: [0, 0], data: { value: '/files/a.png' } } }, [], { x: 0, y: 0, zoom });
const at = (zoom = 1) => ({ x: ((button?.x ?? 0) + 10) * zoom, y: ((button?.y ?? 0) + 10) * zoom });

describe('pressing them on the canvas', () => {
  it('is a button where the node has some, and where cards show their parts [STRIP-1]', () => {
    const editor = desk();
    expect(editor.engine.hit(at())).toMatchObject({ type: 'node' });
    editor.engine.setTakes(new Map([['art', four]]));
    expect(editor.engine.hit(at())).toMatchObject({ type: 'action', action: 'takes' });
    const far = desk(0.3);
    far.engine.setTakes(new Map([['art', four]]));
    expect(far.engine.hit(at(0.3))).toMatchObject({ type: 'node' });
  });

  it('repaints only the cards whose takes have changed [STRIP-1]', () => {
    const editor = TestEditor.with(
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`n${n}`, { type: 'image', at: [n * 300, 0] as const }])),
    );
    const all = Array.from({ length: 50 }, (_, n): [string, NodeTakes] => [`n${n}`, { ...four }]);
    editor.engine.setTakes(new Map(all));
    editor.takeEvents();
    editor.engine.setTakes(new Map(all.map(([id, takes]) => [id, { ...takes }])));
    expect(editor.takeEvents()).toEqual([]);
    editor.engine.setTakes(new Map([...all.slice(1), ['n0', { ...four, rating: 1 }]]));
    expect(editor.takeEvents()).toMatchObject([{ type: 'invalidate', reason: 'takes', area: [{}] }]);
    editor.engine.setTakes(new Map([...all.slice(1), ['n0', { ...four, rating: 1, isFaded: true }]]));
    expect(editor.takeEvents()).toMatchObject([{ type: 'invalidate', reason: 'takes', area: [{}] }]);
    const recorder = new Recorder();
    const frame = { theme: LIGHT, words: EN, pictures: picturesOf(), size: { width: 900, height: 600 }, pixelRatio: 1 };
    paintWorld(recorder, editor.engine, { ...frame, isInteractive: false });
    expect(recorder.texts).not.toContain(EN.madeWithAi);
  });
});
