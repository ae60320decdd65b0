import { describe, expect, it } from 'vitest';
import type { FlowNode } from '../../src/engine';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING, type CardState } from '../../src/engine/render/card/PaintEnvironment';
import { Sheet } from '../support/nodeCanvas';
import { environmentAt, LIGHT, nodeOf, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const FAR = 0.15;
const pictures = picturesOf({ photo: 'loading' });
const failed: Partial<CardState> = { run: { state: 'failed', message: 'no' } };

/** The colour behind the middle of a card at a small zoom, as #rrggbb. */
function block(theme: Partial<typeof LIGHT>, node: FlowNode, state: Partial<CardState> = {}): string {
  const sheet = new Sheet(300, 300, '#00ff00');
  paintCard(
    sheet.ctx,
    node,
    { ...RESTING, ...state },
    environmentAt({ theme: { ...LIGHT, ...theme }, zoom: FAR, pictures }),
  );
  return sheet.at(120, 100);
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The largest difference between two colours in any channel. */
function difference(one: string, other: string): number {
  const others = channels(other);
  return Math.max(...channels(one).map((value, index) => Math.abs(value - (others[index] ?? 0))));
}

const BLUE = '#3366ff';
const SAME_BLUE = [
  '#36f',
  '#3366ffff',
  'rgb(51, 102, 255)',
  'rgb(51 102 255 / 100%)',
  'hsl(225, 100%, 60%)',
  'rgba(51,102,255,1)',
];

describe('a card far out in a theme of somebody else', () => {
  it.each(SAME_BLUE)('is the same block whether its colour is called #3366ff or %s [PACKAGE-5]', (colour) => {
    const text = nodeOf('textPrompt');
    expect(difference(block({ textEdge: colour }, text), block({ textEdge: BLUE }, text))).toBeLessThan(2);
    expect(difference(block({ danger: colour }, text, failed), block({ danger: BLUE }, text, failed))).toBeLessThan(2);
    expect(difference(block({ surface: colour }, text), block({ surface: BLUE }, text))).toBeLessThan(2);
    const photo = nodeOf('image', { value: 'photo' });
    expect(difference(block({ faint: colour }, photo), block({ faint: BLUE }, photo))).toBeLessThan(2);
  });

  it('has the colours that have names [PACKAGE-5]', () => {
    const text = nodeOf('textPrompt');
    const named = block({ textEdge: 'rebeccapurple', surface: 'White' }, text);
    expect(difference(named, block({ textEdge: '#663399', surface: '#ffffff' }, text))).toBeLessThan(2);
  });

  it('lets through what its colours let through [PACKAGE-5]', () => {
    const text = nodeOf('textPrompt');
    const clear = block({ textEdge: 'rgb(51 102 255 / 0%)', surface: '#ffffff' }, text);
    expect(difference(clear, '#ffffff')).toBeLessThan(2);
    expect(block({ textEdge: 'transparent', surface: 'transparent' }, text)).toBe('#00ff00');
    const half = block({ textEdge: '#3366ff80', surface: '#ffffff' }, text);
    expect(difference(half, block({ textEdge: '#99b2ff', surface: '#ffffff' }, text))).toBeLessThan(4);
  });

  it('leaves the context opaque, and is one rectangle in our own colours [PACKAGE-5]', () => {
    for (const textEdge of [BLUE, 'royalblue']) {
      const recorder = new Recorder();
      paintCard(recorder, nodeOf('textPrompt'), RESTING, environmentAt({ theme: { ...LIGHT, textEdge }, zoom: FAR }));
      expect(recorder.globalAlpha).toBe(1);
      expect(recorder.calls).toHaveLength(textEdge === BLUE ? 1 : 2);
    }
  });
});
