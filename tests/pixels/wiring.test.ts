import { describe, expect, it } from 'vitest';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING } from '../../src/engine/render/card/PaintEnvironment';
import { Sheet } from '../support/nodeCanvas';
import { DARK, environmentAt, LIGHT, nodeOf } from '../support/paintWorld';
import { KonvaOverlay } from '../support/KonvaOverlay';
import { pipe, TestEditor } from '../support/TestEditor';
import { ON_SCREEN } from './support/frames';

const flow = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      photo: { type: 'imageUpload', at: [0, 240] },
      art: { type: 'image', at: [-200, 150] },
      last: { type: 'image', at: [500, 150] },
      loose: { type: 'image', at: [300, 380] },
    },
    [pipe('art', 'last', 'image')],
  );

function overlay(editor: TestEditor, theme = LIGHT): KonvaOverlay {
  const drawn = new KonvaOverlay(editor, { ...ON_SCREEN, theme });
  drawn.draw();
  return drawn;
}

it.each([
  ['text', LIGHT, LIGHT.textEdge],
  ['image', LIGHT, LIGHT.imageEdge],
  ['image', DARK, DARK.imageEdge],
])('a dot is a joint in the colour of its pipe, at every level of detail (%s) [WIRE-6]', (flow, theme, colour) => {
  for (const zoom of [1, 0.3, 0.15]) {
    const sheet = new Sheet(60, 60, theme.pane);
    paintCard(sheet.ctx, nodeOf('reroute', { flow }), RESTING, environmentAt({ theme, zoom }));
    expect([sheet.at(2, 22), sheet.at(12, 22), sheet.at(22, 34)]).toEqual([colour, colour, colour]);
    expect(sheet.at(2, 2)).toBe(theme.pane);
    expect(sheet.at(22, 22)).toBe(zoom > 0.2 ? theme.surface : colour);
  }
});

describe('what wiring lays over the canvas', () => {
  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('is a ring round the pipe that takes the card in hand (%s) [WIRE-1]', (_name, theme) => {
    const editor = flow();
    const { x, y } = editor.middleOf('art-last');
    editor.pointerDown('loose').pointerMove([x - 62, y - 78]);
    expect(editor.engine.preview.insertEdgeId).toBe('art-last');
    // Left of the dragged card, where the pipe is bare.
    const bare = { x: Math.round(editor.endOf('art-last', 'source').x) + 20, y: Math.round(y) };
    const under = overlay(editor, theme);
    expect(under.alphaAt(bare.x, bare.y - 9)).toBeGreaterThan(200);
    expect(overlay(flow(), theme).alphaAt(bare.x, bare.y - 9)).toBe(0);
  });

  it('is the stroke, and a dot where it crosses a pipe [WIRE-2]', () => {
    const editor = flow();
    const { x, y } = editor.middleOf('art-last');
    editor
      .keyDown('x')
      .pointerDown([x, y - 150])
      .pointerMove([x, y + 150]);
    const drawn = overlay(editor);
    expect(drawn.alphaAt(Math.round(x) + 4, Math.round(y))).toBeGreaterThan(200);
    expect(drawn.alphaAt(Math.round(x), Math.round(y) - 149)).toBeGreaterThan(100);
    expect(drawn.alphaAt(Math.round(x) + 30, Math.round(y) - 100)).toBe(0);
  });

  it('is a pipe for each selected card, faint where it is refused [WIRE-4]', () => {
    const editor = flow().select('idea', 'photo');
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove('loose');
    const from = editor.handle('photo', 'image-right');
    expect(overlay(editor).alphaAt(Math.round(from.x) + 12, Math.round(from.y))).toBe(255);
    const refused = flow().select('idea', 'photo');
    refused.pointerDown(refused.handle('photo', 'image-right')).pointerMove('idea');
    const [own] = [refused.handle('photo', 'image-right')];
    expect(overlay(refused).alphaAt(Math.round(own.x) + 12, Math.round(own.y))).toBeLessThan(150);
  });
});
