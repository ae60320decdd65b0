import {
  detailAt,
  Editor,
  paintFlow,
  pictureArea,
  pictureOver,
  type PaintTheme,
  type PaintWords,
  type Picture,
  type PictureSource,
  type Size,
  type Snapshot,
} from '../../../engine';
import { PictureCache } from '../../../engine/konva';
import type { pictureAddresses } from '../../pictureAddresses';

interface PaintedWith {
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  readonly addresses: ReturnType<typeof pictureAddresses>;
  /** CSS pixels. */
  readonly size: Size;
  /** Stops the painting. */
  readonly signal: AbortSignal;
}

/** Most cards painted in full for a small picture: two versions often differ by only a word. */
const DETAILED_MAX_NODES = 200;

/** Tells whether a picture was missing in the last painting. */
class WatchedPictures implements PictureSource {
  isWaiting = false;
  readonly #pictures: PictureSource;

  constructor(pictures: PictureSource) {
    this.#pictures = pictures;
  }

  get(url: string, wantedSide: number): Picture | 'loading' | 'broken' {
    const picture = this.#pictures.get(url, wantedSide);
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

  const bounds = editor.scene.bounds();
  const picture = pictureOver(bounds, { size: { width: canvas.width, height: canvas.height } });
  const isDetailed = snapshot.nodes.length <= DETAILED_MAX_NODES;
  const detail = isDetailed ? 'full' : detailAt(picture.viewport.zoom);
  // The cache loads what the view shows.
  const { x, y, width, height } = pictureArea(bounds);
  editor.view.setSize({ width, height });
  editor.view.setViewport({ x: -x, y: -y, zoom: 1 });

  const cache = new PictureCache(editor, how.addresses);
  const pictures = new WatchedPictures(cache);
  const { theme, words, signal } = how;
  let frame: number | null = null;
  const paint = (): void => {
    frame = null;
    pictures.isWaiting = false;
    const painting = paintFlow(context, editor, { ...picture, detail, theme, words, pictures });
    while (!painting.next().done);
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
