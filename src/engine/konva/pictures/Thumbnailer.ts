import type { Editor } from '../../Editor';
import type { Size } from '../../geometry/viewport';
import type { PaintWords } from '../../render/card/PaintEnvironment';
import type { PaintTheme } from '../../render/card/PaintTheme';
import { paintFlow } from '../../render/frame/paintFlow';
import { pictureOver } from '../../render/frame/pictureOver';
import { SIDE_MIN, ThumbnailPictures, type ThumbnailPicturesOptions } from './ThumbnailPictures';
import { TASK_MS } from '../stage/startDrawLoop';

export interface ThumbnailOptions {
  /** Its `pane` is the background. */
  readonly theme: PaintTheme;
  readonly words: PaintWords;
  /** Size of the thumbnail at pixel ratio 1. */
  readonly size: Size;
}

/** Nodes that are looked at for their pictures in one task. */
const NODES_A_TASK = 5_000;
/** Longest wait for pictures; those that take longer come into the next thumbnail. */
const PICTURES_MS = 3_000;

/** Resolves in a task after all that wait already. It is no timer: those of a hidden page come once a second. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Makes thumbnails of a flow: all of it, fitted into a picture, without the things that only the screen shows. */
export class Thumbnailer {
  readonly #editor: Editor;
  readonly #pictures: ThumbnailPictures;
  #last: Promise<unknown> = Promise.resolve();
  #isIdle = true;
  #isDisposed = false;

  constructor(editor: Editor, options: ThumbnailPicturesOptions) {
    this.#editor = editor;
    this.#pictures = new ThumbnailPictures(options);
  }

  /**
   * A PNG; null when a picture that belongs on it is still on its way, or the flow has changed while it was painted. Made in short
   * tasks, one thumbnail at a time.
   */
  capture(options: ThumbnailOptions): Promise<Blob | null> {
    // The first begins at once: the stage's pictures may be gone a moment later.
    const made = this.#isIdle ? this.#make(options) : this.#last.then(() => this.#make(options));
    this.#isIdle = false;
    const end = (): void => {
      if (this.#last === ended) this.#isIdle = true;
      if (this.#isIdle && this.#isDisposed) this.#pictures.dispose();
    };
    const ended: Promise<void> = made.then(end, end);
    this.#last = ended;
    return made;
  }

  /** Lets pictures that could not be loaded be asked for again by the next thumbnail. */
  retryBroken(): void {
    this.#pictures.retryBroken();
  }

  /** Lets its pictures go once the thumbnail under way is done. */
  dispose(): void {
    this.#isDisposed = true;
    if (this.#isIdle) this.#pictures.dispose();
  }

  async #make({ theme, words, size }: ThumbnailOptions): Promise<Blob | null> {
    const editor = this.#editor;
    const pictures = this.#pictures;
    const { viewport } = pictureOver(editor.scene.bounds(), { size });
    const { kinds } = editor.document;
    const wanted = new Map<string, number>();
    for (const [index, { id }] of editor.document.idsInOrder.entries()) {
      if (index > 0 && index % NODES_A_TASK === 0) await nextTask();
      const node = editor.document.node(id);
      const url = node && kinds.pictureOf(node);
      if (!url) continue;
      const { width, height } = kinds.sizeOf(node);
      const side = Math.max(width, height) * viewport.zoom;
      if (side >= SIDE_MIN) wanted.set(url, Math.max(side, wanted.get(url) ?? 0));
    }
    if (!(await pictures.load(wanted, AbortSignal.timeout(PICTURES_MS)))) return null;

    const canvas = document.createElement('canvas');
    Object.assign(canvas, size);
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('the browser made no canvas');
    let hasChanged = false;
    const unsubscribe = editor.subscribe(({ type }) => {
      if (type === 'document') hasChanged = true;
    });
    pictures.isWaiting = false;
    try {
      const steps = paintFlow(context, editor, { viewport, size, theme, words, pictures });
      for (let end = performance.now() + TASK_MS; !steps.next().done;) {
        if (performance.now() < end) continue;
        // The browser performs the painting that it has only recorded: all of it at the end would be a long task.
        context.getImageData(0, 0, 1, 1);
        await nextTask();
        if (hasChanged) return null;
        end = performance.now() + TASK_MS;
      }
    } finally {
      unsubscribe();
    }
    return pictures.isWaiting ? null : asPng(canvas);
  }
}

const asPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png');
  });
