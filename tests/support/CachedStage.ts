import { createCanvas } from '@napi-rs/canvas';
import { paintWorld, type FrameCounts, type FrameOptions } from '../../src/engine';
import { cacheWorld, type FrameCache, type CacheSurface } from '../../src/engine/render/frame/FrameCache';
import { EN, LIGHT, picturesOf } from './paintWorld';
import { pipe, TestEditor } from './TestEditor';

export const SIZE = { width: 320, height: 240 };
/** A soft edge that is painted in parts may differ slightly. */
export const SOFT_EDGE = 40;
/** A missing or extra drawing differs in hundreds of values, a soft edge painted in parts in a few. */
export const FEW = 40;

export const ids = ['idea', 'art', 'moods', 'photo', 'far'] as const;

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a fox at dawn' } },
      art: { type: 'image', at: [300, 30] },
      moods: {
        type: 'category',
        at: [60, 240],
        data: { categories: [{ id: 'row', name: 'mood', value: 'calm', parentId: 'moods' }] },
      },
      photo: { type: 'imageUpload', at: [330, 300] },
      far: { type: 'text', at: [1200, 900] },
    },
    // The second and the third cross in view; the last one is long enough to fade.
    [pipe('idea', 'art'), pipe('photo', 'art', 'image'), pipe('moods', 'idea', 'image'), pipe('idea', 'far')],
  );

/** Eighty cards in view, far too small to be read. */
export const crowd = (): TestEditor =>
  new TestEditor({
    nodes: Array.from({ length: 80 }, (_, index) => ({
      id: ids[index] ?? `n${index}`,
      type: 'image',
      position: { x: (index % 10) * 300, y: Math.floor(index / 10) * 240 },
      data: {},
    })),
    edges: [pipe('idea', 'art', 'image')],
    viewport: { x: 5, y: 5, zoom: 0.1 },
  });

/** A stage as on the screen: a surface that keeps its pixels; the editor tells it what to invalidate. */
export class CachedStage {
  readonly editor: TestEditor;
  readonly options: FrameOptions;
  readonly #canvas;
  readonly #remembered = createCanvas(1, 1);
  readonly #picture: FrameCache;
  readonly #paintAnew: typeof paintWorld;

  constructor(pixelRatio: number, keep = cacheWorld, paintAnew: typeof paintWorld = paintWorld, editor = desk()) {
    this.editor = editor;
    this.#picture = keep(this.editor.engine);
    this.#paintAnew = paintAnew;
    this.options = { theme: LIGHT, words: EN, pictures: picturesOf(), size: SIZE, pixelRatio, isInteractive: true };
    this.#canvas = createCanvas(SIZE.width * pixelRatio, SIZE.height * pixelRatio);
    this.#context().scale(pixelRatio, pixelRatio);
    this.editor.engine.view.setSize(SIZE);
    this.editor.engine.subscribe((event) => {
      if (event.type === 'invalidate' && event.layers.includes('world')) this.#picture.invalidate(event.area);
    });
  }

  /** Whether no part is left to be drawn. */
  get isComplete(): boolean {
    return this.#picture.isComplete;
  }

  draw(isHurried = false, inParts = false): FrameCounts {
    const context = this.#context();
    const inDevicePixels = (draw: () => void) => {
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      draw();
      context.restore();
    };
    const surface: CacheSurface = {
      context,
      shift: ({ x, y }) =>
        inDevicePixels(() => {
          context.globalCompositeOperation = 'copy';
          context.drawImage(this.#canvas, x, y);
        }),
      clear: ({ x, y, width, height }) => inDevicePixels(() => context.clearRect(x, y, width, height)),
      remember: () => {
        this.#remembered.width = this.#canvas.width;
        this.#remembered.height = this.#canvas.height;
        this.#remembered.getContext('2d').drawImage(this.#canvas, 0, 0);
      },
      stretch: ({ x, y, width, height }) =>
        inDevicePixels(() => context.drawImage(this.#remembered, x, y, width, height)),
    };
    return this.#picture.paint(surface, { ...this.options, isHurried }, inParts);
  }

  /** Colour values that differ from those of a fresh picture. */
  differences(): number {
    const { width, height } = this.#canvas;
    const fresh = createCanvas(width, height);
    const context = fresh.getContext('2d');
    context.scale(this.options.pixelRatio, this.options.pixelRatio);
    this.#paintAnew(context, this.editor.engine, this.options);
    const wanted = context.getImageData(0, 0, width, height).data;
    const shown = this.#context().getImageData(0, 0, width, height).data;
    let count = 0;
    for (let index = 0; index < wanted.length; index++) {
      if (Math.abs((wanted[index] ?? 0) - (shown[index] ?? 0)) > SOFT_EDGE) count++;
    }
    return count;
  }

  #context() {
    return this.#canvas.getContext('2d');
  }
}
