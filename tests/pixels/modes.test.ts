import { describe, expect, it } from 'vitest';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING } from '../../src/engine/render/card/PaintEnvironment';
import { contrast } from '../support/contrast';
import { Sheet } from '../support/nodeCanvas';
import { DARK, EN, environmentAt, KO, LIGHT, nodeOf, type WorldOptions } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const ORIGIN = 20;
const MODES = ['mute', 'bypass', 'freeze'] as const;

function painted(type: string, mode: string | undefined, options: WorldOptions = {}): Sheet {
  const sheet = new Sheet(300, 260, (options.theme ?? LIGHT).pane);
  sheet.ctx.translate(ORIGIN, ORIGIN);
  paintCard(sheet.ctx, nodeOf(type, { mode }), RESTING, environmentAt(options));
  return sheet;
}
const at = (sheet: Sheet, x: number, y: number): string => sheet.at(ORIGIN + x, ORIGIN + y);

describe.each(MODES)('a card in the mode %s', (mode) => {
  it('says so in words, in both languages, and leaves the context as it was [MODE-6]', () => {
    for (const words of [EN, KO]) {
      const recorder = new Recorder();
      paintCard(recorder, nodeOf('image', { mode }), RESTING, environmentAt({ words }));
      expect(recorder.texts).toContain(words.modes[mode]);
      expect([recorder.depth, recorder.globalAlpha]).toEqual([0, 1]);
    }
  });

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('carries its sign on the ink over the upper edge (%s) [MODE-6]', (_name, theme) => {
    const sheet = painted('image', mode, { theme });
    expect(at(sheet, 18, -11)).toBe(theme.ink);
    expect(at(painted('image', undefined, { theme }), 18, -11)).toBe(theme.pane);
    expect(contrast(theme.surface, theme.ink)).toBeGreaterThan(7);
  });

  const onEdge = (isSelected: boolean): string[] => {
    const sheet = new Sheet(300, 260, LIGHT.pane);
    sheet.ctx.translate(ORIGIN, ORIGIN);
    paintCard(sheet.ctx, nodeOf('image', { mode }), { ...RESTING, isSelected }, environmentAt());
    return Array.from({ length: 60 }, (_, index) => at(sheet, 16 + index, -1));
  };

  it('carries its sign over the ring of the selection [MODE-6]', () => {
    expect(onEdge(true).slice(0, 40)).toEqual(onEdge(false).slice(0, 40));
    expect(onEdge(true)).toContain(LIGHT.surface);
  });

  it.each([0.3, 0.15])('carries its icon in its middle at %s, where no words are read [MODE-6]', (zoom) => {
    for (const type of ['image', 'textPrompt', 'categoryItem']) {
      const sheet = painted(type, mode, { zoom });
      const { width, height } = environmentAt().kinds.sizeOf(nodeOf(type));
      const rim = Math.min(height / 2, Math.max(44, 0.3 * Math.min(width, height))) - 3;
      expect(at(sheet, Math.round(width / 2 - rim), Math.round(height / 2))).toBe(LIGHT.ink);
    }
  });
});

it('a bypassed card has the pipe of pictures through it, a frozen one shows its content [MODE-6]', () => {
  expect(at(painted('image', 'bypass'), 60, 92)).toBe(LIGHT.imageEdge);
  expect(at(painted('image', 'mute'), 60, 92)).not.toBe(LIGHT.imageEdge);
  expect(at(painted('image', 'freeze'), 60, 20)).toBe(at(painted('image', undefined), 60, 20));
});
