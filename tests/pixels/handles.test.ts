import { describe, expect, it } from 'vitest';
import { RESTING, type HandleEmphasis } from '../../src/engine/render/card/PaintEnvironment';
import { paintHandles } from '../../src/engine/render/card/paintHandles';
import { Sheet } from '../support/nodeCanvas';
import { environmentAt, LIGHT, nodeOf } from '../support/paintWorld';

const ORIGIN = 40;

function imageHandles(emphasis: (handleId: string) => HandleEmphasis = () => 'rest', zoom = 1): Sheet {
  const sheet = new Sheet(330, 280, LIGHT.pane);
  sheet.ctx.translate(ORIGIN, ORIGIN);
  paintHandles(sheet.ctx, nodeOf('image'), { ...RESTING, emphasis }, environmentAt({ zoom }));
  return sheet;
}

/** The handle's colour at a distance from its centre. */
const beside = (sheet: Sheet, y: number, dx: number, dy: number): string => sheet.at(ORIGIN + dx, ORIGIN + y + dy);

describe('handles', () => {
  it('are 14 px, half outside the card: a circle for words, a rounded square for pictures', () => {
    const sheet = imageHandles();
    // Text-left at y 67.5: blue to the left and the right of the edge, its corners cut away as a circle's are.
    expect(beside(sheet, 67.5, -6, 0)).toBe(LIGHT.textEdge);
    expect(beside(sheet, 67.5, 5, 0)).toBe(LIGHT.textEdge);
    expect(beside(sheet, 67.5, -8, 0)).toBe(LIGHT.surface);
    expect(beside(sheet, 67.5, -6, -6)).not.toBe(LIGHT.textEdge);
    // Image-left at y 97.5: yellow nearly into the corner.
    expect(beside(sheet, 98, -6, 0)).toBe(LIGHT.imageEdge);
    expect(beside(sheet, 97.5, -5, -5)).toBe(LIGHT.imageEdge);
    expect(sheet.at(ORIGIN + 245 + 5, ORIGIN + 97)).toBe(LIGHT.imageEdge);
  });

  it('of video and audio are grey, and quieter than those that connect [HANDLE-4] [CARD-7]', () => {
    const sheet = imageHandles();
    for (const y of [127.5, 157.5]) {
      expect(beside(sheet, y, -3, 0)).toBe(LIGHT.line);
      expect(beside(sheet, y, 0, 0)).toBe(LIGHT.line);
      expect(beside(sheet, y, -6, 0)).toBe(LIGHT.pane);
    }
    expect(beside(sheet, 97.5, -6, 0)).toBe(LIGHT.imageEdge);
  });

  it('grow when they may take the pipe, fade when they may not, and show a halo when snapped', () => {
    const sheet = imageHandles((id) => (id === 'text-left' ? 'snapped' : id === 'image-left' ? 'grown' : 'faded'));
    expect(beside(sheet, 67.5, -9, 0)).toBe(LIGHT.textEdge);
    expect(beside(sheet, 67.5, -16, 0)).not.toBe(LIGHT.pane);
    expect(beside(sheet, 97.5, -9, 0)).toBe(LIGHT.imageEdge);
    expect(sheet.at(ORIGIN + 245 + 5, ORIGIN + 97)).not.toBe(LIGHT.imageEdge);
    // A handle that can never be connected is unaffected.
    expect(beside(sheet, 127.5, -3, 0)).toBe(LIGHT.line);
  });

  it('are plain shapes on flat cards and gone on blocks', () => {
    expect(beside(imageHandles(undefined, 0.3), 67.5, 0, 0)).toBe(LIGHT.textEdge);
    expect(beside(imageHandles(undefined, 0.15), 67.5, 0, 0)).toBe(LIGHT.pane);
  });
});
