import {
  Editor,
  FULL_DETAIL_FROM_ZOOM,
  MIN_ZOOM,
  paintWorld,
  type PaintTheme,
  type PaintWords,
  type Picture,
  type PictureSource,
  type Size,
  type Snapshot,
} from '../../../engine';
import { PictureCache } from '../../../engine/konva';

interface PaintedWith {
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly resolveUrl: (url: string) => string;
  /** CSS pixels. */
  readonly size: Size;
  /** Stops the painting. */
  readonly signal: AbortSignal;
}

/** World pixels around the outermost nodes. */
const PADDING = 60;
/** Few nodes are not enlarged to fill the picture. */
const NEAREST = 0.5;
/** Most cards painted in full for a small picture: two versions often differ by only a word. */
const DETAILED_MAX_NODES = 200;

/** Tells whether a picture was missing in the last painting. */
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

/** Paints all of a version into a canvas, and again while its pictures arrive; keeps nothing once they have. */
export function paintVersion(canvas: HTMLCanvasElement, snapshot: Snapshot, how: PaintedWith): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const editor = new Editor({ snapshot, uniqueId: () => '' });
  const density = window.devicePixelRatio;
  canvas.width = Math.round(how.size.width * density);
  canvas.height = Math.round(how.size.height * density);

  const world = editor.scene.bounds() ?? { x: 0, y: 0, width: 0, height: 0 };
  const scale = Math.min(
    NEAREST,
    how.size.width / (world.width + 2 * PADDING),
    how.size.height / (world.height + 2 * PADDING),
  );
  // Below this zoom the painting is scaled down.
  const zoom = Math.max(snapshot.nodes.length > DETAILED_MAX_NODES ? MIN_ZOOM : FULL_DETAIL_FROM_ZOOM, scale);
  const pixelRatio = (scale / zoom) * density;
  const size = { width: canvas.width / pixelRatio, height: canvas.height / pixelRatio };
  editor.view.setSize(size);
  editor.view.setViewport({ ...editor.view.viewport, zoom });
  editor.view.centreOn({ x: world.x + world.width / 2, y: world.y + world.height / 2 });

  const cache = new PictureCache(editor, { resolveUrl: how.resolveUrl });
  const pictures = new WatchedPictures(cache);
  const { theme, words, signal } = how;
  let frame: number | null = null;
  const paint = (): void => {
    frame = null;
    pictures.isWaiting = false;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    paintWorld(context, editor, { theme, words, pictures, size, pixelRatio, isInteractive: false });
    if (!pictures.isWaiting) stop();
  };
  const unsubscribe = editor.subscribe(({ type }) => {
    if (type === 'invalidate') frame ??= requestAnimationFrame(paint);
  });
  const stop = (): void => {
    signal.removeEventListener('abort', stop);
    unsubscribe();
    if (frame !== null) cancelAnimationFrame(frame);
    cache.dispose();
  };
  signal.addEventListener('abort', stop);
  paint();
}
