import { describe, expect, it, vi } from 'vitest';
import { ZOOM_MIN, paintFlow, paintWorld, pictureOver } from '../../src/engine';
import { Sheet } from '../support/nodeCanvas';
import { EN, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';

const SIZE = { width: 900, height: 600 };
const GREEN = '#22aa44';

const green = new Sheet(245, 155, GREEN);
const pictures = picturesOf({ '/files/green.png': { bitmap: green.bitmap, width: 245, height: 155 } });

/** Two cards far from where the view is, one of them with a picture. */
const far = (): TestEditor => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [10_000, 4_000], data: { value: 'a fox' } },
      photo: { type: 'imageUpload', at: [10_000, 5_000], data: { value: '/files/green.png' } },
      art: { type: 'image', at: [11_000, 4_500] },
    },
    [pipe('idea', 'art')],
  );
  editor.engine.select({ nodes: new Set(['idea']) });
  return editor;
};

function painted(editor: TestEditor): { readonly sheet: Sheet; readonly steps: number } {
  const sheet = new Sheet(SIZE.width, SIZE.height);
  const { viewport } = pictureOver(editor.engine.scene.bounds(), { size: SIZE });
  let steps = 0;
  const painting = paintFlow(sheet.ctx, editor.engine, { viewport, size: SIZE, theme: LIGHT, words: EN, pictures });
  while (!painting.next().done) steps++;
  return { sheet, steps };
}

describe('the picture of a whole flow', () => {
  it('fits all of it, whatever the viewport, on the bare pane and without a selection [THUMB-10]', () => {
    const editor = far();
    const { sheet } = painted(editor);
    const { x, y, zoom } = pictureOver(editor.engine.scene.bounds(), { size: SIZE }).viewport;
    const on = (worldX: number, worldY: number): string => sheet.at(x + worldX * zoom, y + worldY * zoom);
    expect(zoom).toBeCloseTo(SIZE.height / (1195 + 120), 5);
    expect(on(10_122, 5_120)).toBe(GREEN);
    expect(on(10_100, 4_020)).toBe(LIGHT.surface);
    expect([sheet.at(0, 0), sheet.at(899, 599), on(10_500, 4_950)]).toEqual(Array(3).fill('#ededed'));
    expect(sheet.count(LIGHT.ink, 0, 0, x + 10_000 * zoom - 1, SIZE.height)).toBe(0);
  });

  it('cuts nothing off, however far apart the nodes are [PACKAGE-6]', () => {
    const editor = TestEditor.with({
      west: { type: 'imageUpload', at: [-60_000, 0], data: { value: '/files/green.png' } },
      east: { type: 'imageUpload', at: [60_000, 3_000], data: { value: '/files/green.png' } },
    });
    const { sheet } = painted(editor);
    const { x, y, zoom } = pictureOver(editor.engine.scene.bounds(), { size: SIZE }).viewport;
    expect(zoom).toBeLessThan(ZOOM_MIN);
    for (const [worldX, worldY] of [
      [-60_000, 0],
      [60_000, 3_000],
    ] as const) {
      expect(sheet.at(x + (worldX + 122) * zoom, y + (worldY + 97) * zoom)).not.toBe('#ededed');
    }
  });

  it.each([1, 10, 40])('has room for a picture of %d pixels, too', (side) => {
    const size = { width: side, height: side };
    const { x, y, zoom } = pictureOver({ x: 0, y: 0, width: 500, height: 500 }, { size }).viewport;
    expect(zoom).toBeGreaterThan(0);
    expect([x, y]).toEqual([(side - 500 * zoom) / 2, (side - 500 * zoom) / 2]);
  });

  it('says every word that the stage says, the titles of pictures too [PACKAGE-6]', () => {
    const editor = TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'A boat at dusk' } },
        art: { type: 'image', at: [405, 0], data: { model: 'Gemini-2.5-flash' } },
      },
      [pipe('idea', 'art')],
    );
    const flow = new Recorder();
    const { viewport } = pictureOver(editor.engine.scene.bounds(), { size: SIZE });
    const shown = { theme: LIGHT, words: EN, pictures, size: SIZE };
    expect(Array.from(paintFlow(flow, editor.engine, { ...shown, viewport }))).toEqual([]);
    editor.engine.view.setSize(SIZE);
    editor.engine.view.setViewport(viewport);
    const stage = new Recorder();
    paintWorld(stage, editor.engine, { ...shown, pixelRatio: 1, isInteractive: false });
    expect(flow.texts).toContain('A boat at dusk');
    expect(flow.texts).toEqual(stage.texts);
    expect(flow.texts.filter((text) => String(text).startsWith('A boat'))).toHaveLength(2);
  });

  it('shows few nodes at most twice as large as they are, and nothing as the pane alone', () => {
    const { viewport } = pictureOver({ x: 100, y: 0, width: 50, height: 30 }, { size: SIZE });
    expect(viewport).toEqual({ x: 200, y: 270, zoom: 2 });
    const { sheet } = painted(TestEditor.with({}));
    expect(sheet.count('#ededed', 0, 0, SIZE.width, SIZE.height)).toBe(SIZE.width * SIZE.height);
  });

  it('says how much it has painted, with the parts of cards far out where it is told to', () => {
    const farOut = { viewport: { x: 0, y: 0, zoom: 0.05 }, size: SIZE };
    const [blocks, whole] = [new Recorder(), new Recorder()];
    expect(paintFlow(blocks, far().engine, farOut).next().value).toEqual({ nodes: 3, edges: 1 });
    expect(paintFlow(whole, far().engine, { ...farOut, detail: 'full' }).next().value).toEqual({ nodes: 3, edges: 1 });
    expect(blocks.texts).toEqual([]);
    expect(whole.texts).toContain('a fox');
  });

  it('is painted some hundred cards and pipes a step, whatever its size [THUMB-12]', () => {
    const nodes = Array.from({ length: 5_000 }, (_, index) => ({
      id: `n${index}`,
      type: 'image',
      position: { x: (index % 100) * 300, y: Math.floor(index / 100) * 240 },
      data: {},
    }));
    const editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    const asked = vi.spyOn(editor.engine.document, 'edgesInto');
    expect(painted(editor).steps).toBe(25);
    // At this size they are blocks, without a button or a title to be computed for each of them.
    expect(asked).not.toHaveBeenCalled();
  });

  it('calls an image node by its prompt, as the stage does', () => {
    const editor = TestEditor.with(
      { idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a fox' } }, art: { type: 'image', at: [400, 0] } },
      [pipe('idea', 'art')],
    );
    const recorder = new Recorder();
    const { viewport } = pictureOver(editor.engine.scene.bounds(), { size: SIZE });
    const environment = { viewport, size: SIZE, theme: LIGHT, words: EN, pictures };
    for (const step of paintFlow(recorder, editor.engine, environment)) expect(step).toBeUndefined();
    const words = recorder.calls.filter(({ name }) => name === 'fillText').map(({ args }) => args[0]);
    expect(words.filter((word) => word === 'a fox')).toHaveLength(2);
  });
});
