import { paintOverlay, paintWorld, type FrameOptions } from '../../../src/engine/render/frame/paintLayers';
import { KonvaOverlay } from '../../support/KonvaOverlay';
import { Sheet } from '../../support/nodeCanvas';
import { EN, LIGHT, picturesOf } from '../../support/paintWorld';
import { Recorder } from '../../support/Recorder';
import { pipe, TestEditor } from '../../support/TestEditor';

const SIZE = { width: 1000, height: 700 };
export const ON_SCREEN: FrameOptions = {
  theme: LIGHT,
  words: EN,
  pictures: picturesOf(),
  size: SIZE,
  pixelRatio: 1,
  isInteractive: true,
};
export const THUMBNAIL: FrameOptions = { ...ON_SCREEN, isInteractive: false };

export const desk = (zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 60], data: { value: 'a fox' } },
      art: { type: 'image', at: [420, 60] },
      moods: {
        type: 'category',
        at: [30, 330],
        data: { categories: [{ id: 'row', name: 'mood', value: 'calm', parentId: 'moods' }] },
      },
      loose: { type: 'categoryItem', at: [420, 420], data: { name: 'colour', value: 'red' } },
    },
    [pipe('idea', 'art')],
    { x: 0, y: 0, zoom },
  );

/** The two surfaces one over the other, as pixels. */
export function seen(editor: TestEditor, options = ON_SCREEN): Sheet {
  const sheet = new Sheet(SIZE.width * options.pixelRatio, SIZE.height * options.pixelRatio);
  sheet.ctx.scale(options.pixelRatio, options.pixelRatio);
  paintWorld(sheet.ctx, editor.engine, options);
  if (!options.isInteractive) return sheet;
  const { width, height } = options.size;
  const surface = new KonvaOverlay(editor, options).draw();
  sheet.ctx.drawImage(surface as never, 0, 0, surface.width, surface.height, 0, 0, width, height);
  return sheet;
}

export const world = (editor: TestEditor, options = ON_SCREEN): Recorder => {
  const recorder = new Recorder();
  paintWorld(recorder, editor.engine, options);
  return recorder;
};
/** The painted part of the overlay; Konva draws the rest, which is in `overlayParts`. */
export const overlay = (editor: TestEditor, options = ON_SCREEN): Recorder => {
  const recorder = new Recorder();
  paintOverlay(recorder, editor.engine, options);
  return recorder;
};

/** The offsets by which dragged cards are drawn, one entry a card: translations that the next one undoes. */
export const places = (recorder: Recorder): unknown[] => {
  const moves = recorder.all('translate').map(({ args }) => args);
  return moves.filter(([x, y], index) => {
    const [backX, backY] = moves[index + 1] ?? [];
    return Number(x) !== 0 && backX === -Number(x) && backY === -Number(y);
  });
};

/** The lines of pipes, by their stroke settings. */
export const pipes = (recorder: Recorder) => recorder.all('stroke').filter(({ lineWidth }) => lineWidth >= 16);
