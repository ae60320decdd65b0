import type { Editor } from '../../Editor';
import { translate, union, type Box } from '../../geometry/box';
import type { Viewport } from '../../geometry/viewport';
import type { IdSet } from '../../collections/IdSet';
import { minimapTransform } from './minimapTransform';
import type { Painter2D } from '../shapes/Painter2D';
import { minimapCard, MINIMAP_SIZE, paintMinimapCard } from './paintMinimap';
import type { PaintTheme } from '../card/PaintTheme';
import type { MinimapSurface } from './MinimapCache';

/** Most dragged cards that are repainted in each frame; more are painted once, some a frame, and that picture is moved. */
const FEW = 500;
/** Cards that are painted in one frame, which takes about a millisecond. */
export const CARDS_A_FRAME = 2_000;

/** The cards of one drag on the minimap, wherever they are just now. */
export class MinimapDrag {
  readonly nodeIds: IdSet;
  readonly #editor: Editor;
  readonly #theme: PaintTheme;
  /** Box around the cards where the document has them. */
  readonly #from: Box | null;
  readonly #cached: {
    readonly surface: MinimapSurface;
    readonly viewport: Viewport;
    readonly ids: readonly string[];
  } | null;
  #done = 0;

  constructor(editor: Editor, theme: PaintTheme, nodeIds: IdSet, createSurface: () => MinimapSurface) {
    const { scene } = editor;
    this.#editor = editor;
    this.#theme = theme;
    this.nodeIds = nodeIds;
    const isFew = nodeIds.size <= FEW;
    // For very many cards the known box around all cards is used instead of theirs.
    this.#from = isFew ? scene.bounds(nodeIds) : scene.bounds();
    const box = this.#from;
    this.#cached =
      isFew || !box
        ? null
        : { surface: createSurface(), viewport: minimapTransform(box, box, MINIMAP_SIZE), ids: [...nodeIds] };
  }

  get isComplete(): boolean {
    return !this.#cached || this.#done === this.#cached.ids.length;
  }

  /** Box around the cards as they are drawn now. */
  get bounds(): Box | null {
    const { drag } = this.#editor.scene;
    return this.#from && drag ? translate(this.#from, drag.delta) : null;
  }

  /** Does a frame's share of the work. */
  advance(): void {
    if (!this.#cached) return;
    const { ids, surface, viewport } = this.#cached;
    const end = Math.min(ids.length, this.#done + CARDS_A_FRAME);
    for (; this.#done < end; this.#done++) this.#paint(surface.context, ids[this.#done] ?? '', viewport, false);
  }

  /** Draws them under a minimap's viewport. */
  drawOn(ctx: Painter2D, viewport: Viewport): void {
    const { drag } = this.#editor.scene;
    if (!drag) return;
    if (!this.#cached) {
      for (const id of this.nodeIds) this.#paint(ctx, id, viewport, true);
      return;
    }
    const { surface, viewport: own } = this.#cached;
    const { width, height } = surface.bitmap;
    const scale = viewport.zoom / own.zoom;
    const left = viewport.x - own.x * scale + drag.delta.x * viewport.zoom;
    const top = viewport.y - own.y * scale + drag.delta.y * viewport.zoom;
    const { width: wide, height: high } = MINIMAP_SIZE;
    // Only the canvas implementation knows the type of its pictures.
    ctx.drawImage(surface.bitmap as never, 0, 0, width, height, left, top, wide * scale, high * scale);
  }

  #paint(ctx: Painter2D, id: string, viewport: Viewport, isWhereItIs: boolean): void {
    const { document, scene } = this.#editor;
    const node = document.node(id);
    if (!node || scene.folds.isHidden(id)) return;
    const box = isWhereItIs ? scene.boxOf(node) : scene.committedBoxOf(node);
    paintMinimapCard(ctx, minimapCard(document.kinds, node, box, this.#theme), viewport, this.#theme);
  }
}

/** Box around the resting and the dragged cards. */
export const boundsWith = (bounds: Box | null, dragged: Box | null): Box | null =>
  union([bounds, dragged].filter((box) => box !== null));
