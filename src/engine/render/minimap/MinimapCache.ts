import type { Editor } from '../../Editor';
import { isSameBox, type Box, type DirtyRegion } from '../../geometry/box';
import { CARDS_A_FRAME, boundsWith, MinimapDrag } from './MinimapDrag';
import { toWorld, type Viewport } from '../../geometry/viewport';
import type { FlowNode } from '../../document/FlowNode';
import { minimapTransform } from './minimapTransform';
import type { Painter2D } from '../shapes/Painter2D';
import { CARD_MIN, minimapCard, MINIMAP_SIZE, onMinimap, paintMinimapCard } from './paintMinimap';
import type { PaintTheme } from '../card/PaintTheme';

/** A surface of the minimap's size that begins transparent. */
export interface MinimapSurface {
  /** Context in the minimap's pixels. */
  readonly context: Painter2D & { clearRect(x: number, y: number, width: number, height: number): void };
  /** Bitmap that drawImage takes, in device pixels; the minimap fills it. */
  readonly bitmap: { readonly width: number; readonly height: number };
}

interface Picture {
  readonly surface: MinimapSurface;
  /** The viewport it was painted under. */
  readonly viewport: Viewport;
  readonly bounds: Box | null;
}

interface ComingPicture extends Picture {
  /** The nodes that were there when it was begun. */
  readonly named: readonly { readonly id: string }[];
  done: number;
}

/**
 * All cards on the minimap, kept as a picture: a pan only places it, an edit paints the few pixels it touched. When the canvas has grown or
 * shrunk, a new picture is made in the background, some cards a frame.
 */
export class MinimapCache {
  readonly #editor: Editor;
  readonly #theme: PaintTheme;
  readonly #createSurface: () => MinimapSurface;
  #shown: Picture | null = null;
  #coming: ComingPicture | null = null;
  #dirty: Box[] = [];
  /** The dragged cards, which the picture leaves out. */
  #dragged: MinimapDrag | null = null;
  #isOutdated = true;

  constructor(editor: Editor, theme: PaintTheme, createSurface: () => MinimapSurface) {
    this.#editor = editor;
    this.#theme = theme;
    this.#createSurface = createSurface;
  }

  /** Notes where cards came, went or changed. */
  invalidate(area: DirtyRegion): void {
    if (area === 'all') this.#isOutdated = true;
    else this.#dirty.push(...area);
  }

  /** Whether another frame is wanted. */
  get isComplete(): boolean {
    const isDragShown = this.#dragged ? this.#dragged.isComplete : this.#editor.scene.drag === null;
    return !this.#isOutdated && this.#coming === null && this.#dirty.length === 0 && isDragShown;
  }

  /** Box around all cards, with a drag where it is now; null for none. */
  get bounds(): Box | null {
    return boundsWith(this.#editor.scene.bounds(), this.#dragged?.bounds ?? null);
  }

  /**
   * Corners of all that moves on the map, in its pixels: the view, the box around all cards, and the dragged ones. Between two frames with
   * nearly the same ones nothing moved that a person could see.
   */
  landmarks(view: Box): readonly number[] {
    const { bounds } = this;
    const { x, y, zoom } = minimapTransform(bounds, view, MINIMAP_SIZE);
    return [view, bounds, this.#dragged?.bounds ?? null]
      .filter((box) => box !== null)
      .flatMap((box) => {
        const [left, top] = [box.x * zoom + x, box.y * zoom + y];
        return [left, top, left + box.width * zoom, top + box.height * zoom];
      });
  }

  /** Does a frame's share of the work. Returns how many cards it painted. */
  advance(): number {
    this.#followDrag();
    this.#dragged?.advance();
    // It is finished first, also where it is outdated by now: under one edit after the other no picture would ever be.
    if (this.#coming) return this.#goOn(this.#coming);
    const bounds = this.#editor.scene.bounds();
    if (this.#isOutdated) {
      // The stage paints all of its view in this frame too.
      this.#begin(bounds);
      return 0;
    }
    if (!isSameBox(bounds, this.#shown?.bounds)) return this.#goOn(this.#begin(bounds));
    const boxes = this.#dirty.splice(0);
    return this.#shown ? boxes.reduce((count, box) => count + this.#patch(box, this.#shown as Picture), 0) : 0;
  }

  /** Draws the cards under a minimap's viewport; nothing before the first picture is made. */
  drawOn(ctx: Painter2D, viewport: Viewport): void {
    if (!this.#shown) return;
    const { surface, viewport: own } = this.#shown;
    const { width, height } = surface.bitmap;
    const scale = viewport.zoom / own.zoom;
    const left = viewport.x - own.x * scale;
    const top = viewport.y - own.y * scale;
    const { width: wide, height: high } = MINIMAP_SIZE;
    // Only the canvas implementation knows the type of its pictures.
    ctx.drawImage(surface.bitmap as never, 0, 0, width, height, left, top, wide * scale, high * scale);
    this.#dragged?.drawOn(ctx, viewport);
  }

  /** Follows the drag: dragged cards leave the picture, dropped ones come back into it. */
  #followDrag(): void {
    const { scene } = this.#editor;
    const dragged = scene.drag?.nodeIds ?? null;
    const before = this.#dragged?.nodeIds ?? null;
    if (dragged === before) return;
    for (const ids of [before, dragged]) if (ids) this.invalidate(scene.areaOf([ids]));
    this.#dragged = dragged && new MinimapDrag(this.#editor, this.#theme, dragged, this.#createSurface);
  }

  #begin(bounds: Box | null): ComingPicture {
    const viewport = minimapTransform(bounds, bounds ?? NOWHERE, MINIMAP_SIZE);
    const coming = {
      surface: this.#createSurface(),
      viewport,
      bounds,
      named: this.#editor.document.idsInOrder,
      done: 0,
    };
    this.#coming = coming;
    this.#isOutdated = false;
    this.#dirty = [];
    return coming;
  }

  #goOn(coming: ComingPicture): number {
    const end = Math.min(coming.named.length, coming.done + CARDS_A_FRAME);
    const count = end - coming.done;
    for (; coming.done < end; coming.done++) {
      const node = this.#editor.document.node(coming.named[coming.done]?.id ?? '');
      if (node && !this.#dragged?.nodeIds.has(node.id)) this.#paint(node, coming);
    }
    if (coming.done < coming.named.length) return count;
    this.#shown = coming;
    this.#coming = null;
    if (!isSameBox(this.#editor.scene.bounds(), coming.bounds)) this.#isOutdated = true;
    return count;
  }

  /** Wipes the whole pixels around a box of the world and paints what lies on them. */
  #patch(box: Box, picture: Picture): number {
    const { context } = picture.surface;
    const { x: left, y: top, width, height } = onWholePixels(onMinimap(box, picture.viewport), picture.surface);
    const { zoom } = picture.viewport;
    // Cards that are drawn larger than they are may reach in from the left and from above.
    const corner = toWorld(picture.viewport, { x: left - CARD_MIN, y: top - CARD_MIN });
    const reach = { width: (width + CARD_MIN) / zoom, height: (height + CARD_MIN) / zoom };
    const nodes = this.#editor.scene.committedNodesIn({ ...corner, ...reach });
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.clearRect(left, top, width, height);
    for (const node of nodes) if (!this.#dragged?.nodeIds.has(node.id)) this.#paint(node, picture);
    context.restore();
    return nodes.length;
  }

  #paint(node: FlowNode, { surface, viewport }: Picture): void {
    const { document, scene } = this.#editor;
    if (scene.folds.isHidden(node.id)) return;
    const card = minimapCard(document.kinds, node, scene.committedBoxOf(node), this.#theme);
    paintMinimapCard(surface.context, card, viewport, this.#theme);
  }
}

/** The least box around one of the minimap that cuts no pixel of the surface: a cut one would stay half painted. */
function onWholePixels(box: Box, { bitmap }: MinimapSurface): Box {
  const across = bitmap.width / MINIMAP_SIZE.width;
  const along = bitmap.height / MINIMAP_SIZE.height;
  const x = Math.floor(box.x * across) / across;
  const y = Math.floor(box.y * along) / along;
  const right = Math.ceil((box.x + box.width) * across) / across;
  const bottom = Math.ceil((box.y + box.height) * along) / along;
  return { x, y, width: right - x, height: bottom - y };
}

const NOWHERE: Box = { x: 0, y: 0, width: 1, height: 1 };
