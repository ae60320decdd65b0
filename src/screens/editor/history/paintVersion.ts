import {
  Editor,
  MIN_ZOOM,
  paintWorld,
  type PaintTheme,
  type PaintWords,
  type Picture,
  type PictureSource,
  type Snapshot,
} from '../../../engine';
import { PictureCache } from '../../../engine/konva';

interface PaintedWith {
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly resolveUrl: (url: string) => string;
}

/** World pixels around the outermost nodes. */
const PADDING = 60;
/** Few nodes are not blown up to fill the picture. */
const NEAREST = 0.5;

/** Knows whether the last painting had to do without a picture. */
class WatchedPictures implements PictureSource {
  isWaiting = false;
  readonly #pictures: PictureSource;

  constructor(pictures: PictureSource) {
    this.#pictures = pictures;
  }

  get(url: string, wantedWidth: number): Picture | 'loading' | 'broken' {
    const picture = this.#pictures.get(url, wantedWidth);
    if (picture === 'loading') this.isWaiting = true;
    return picture;
  }
}

/** Paints all of a version into a canvas, and again while its pictures arrive. Answers the way to stop. */
export function paintVersion(canvas: HTMLCanvasElement, snapshot: Snapshot, how: PaintedWith): () => void {
  const context = canvas.getContext('2d');
  if (!context) return () => undefined;
  const editor = new Editor({ snapshot, uniqueId: () => '' });
  const density = window.devicePixelRatio;
  canvas.width = Math.round(canvas.clientWidth * density);
  canvas.height = Math.round(canvas.clientHeight * density);

  const world = editor.scene.bounds() ?? { x: 0, y: 0, width: 0, height: 0 };
  const scale = Math.min(
    NEAREST,
    canvas.clientWidth / (world.width + 2 * PADDING),
    canvas.clientHeight / (world.height + 2 * PADDING),
  );
  // Beyond the zoom that the engine knows, the picture is a smaller print.
  const zoom = Math.max(MIN_ZOOM, scale);
  const pixelRatio = (scale / zoom) * density;
  const size = { width: canvas.width / pixelRatio, height: canvas.height / pixelRatio };
  editor.viewport.setSize(size);
  editor.viewport.setCamera({ ...editor.viewport.camera, zoom });
  editor.viewport.centreOn({ x: world.x + world.width / 2, y: world.y + world.height / 2 });

  const cache = new PictureCache(editor, { resolveUrl: how.resolveUrl });
  const pictures = new WatchedPictures(cache);
  const { theme, words } = how;
  let frame: number | null = null;
  const paint = (): void => {
    frame = null;
    pictures.isWaiting = false;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    paintWorld(context, editor, { theme, words, pictures, size, pixelRatio, isInteractive: false });
    // What is painted stays on the canvas: the pictures need not stay in memory.
    if (!pictures.isWaiting) cache.dispose();
  };
  const unsubscribe = editor.subscribe(({ type }) => {
    if (type === 'stale') frame ??= requestAnimationFrame(paint);
  });
  paint();
  return () => {
    unsubscribe();
    if (frame !== null) cancelAnimationFrame(frame);
    cache.dispose();
  };
}
