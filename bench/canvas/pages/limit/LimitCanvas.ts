import type { View } from '../../BenchDoor';
import { C, IMAGE_BLOCK, TEXT_BLOCK } from './colours';
import { drawFlatCard, drawFullCard } from './drawCard';
import { drawEnd, fadeOf, isEndIn } from './fadePipe';
import { drawFlatHandles, drawHandles, type Connecting } from './drawHandles';
import { IMAGE_UPLOAD, type FlowArrays } from './FlowArrays';
import { fillPipe, traceEdge } from './route';

const OVERHANG = 16;
const FULL_DETAIL_FROM_ZOOM = 0.35;
const MEDIUM_DETAIL_FROM_ZOOM = 0.2;

/** A long pipe at rest fades in its middle; a pending one and a selected one, which has a rim, do not. */
type PipeLook = 'rest' | 'selected' | 'pending';

/** Nodes on their way. */
export interface Dragging {
  x: number;
  y: number;
  readonly isAll: boolean;
  /** Pipes with one end on the way. */
  readonly stretched: readonly number[];
}

/**
 * The whole canvas in one draw: the items in view, from plain arrays, straight to the context. It draws by hand what src/engine/render
 * draws, because the cost of painters is measured against this.
 */
export class LimitCanvas {
  view: View;
  dragging: Dragging | null = null;
  connecting: Connecting | null = null;
  draws = 0;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #flow: FlowArrays;
  readonly #nodes: number[] = [];
  readonly #edges: number[] = [];
  /** The part of the flow that is seen. */
  #left = 0;
  #top = 0;
  #right = 0;
  #bottom = 0;
  #frame = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    flow: FlowArrays,
    view: View,
  ) {
    const ctx = canvas.getContext('2d', { alpha: false });
    if (!ctx) throw new Error('no 2D context');
    this.#ctx = ctx;
    this.#flow = flow;
    this.view = view;
  }

  /** Asks for a draw in the next animation frame. */
  invalidate(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#draw);
  }

  readonly #draw = (): void => {
    this.#frame = 0;
    this.draws++;
    const ctx = this.#ctx;
    const { width, height } = this.canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#drawFloor(width, height);
    const { dragging } = this;
    this.#lookFrom(0, 0);
    if (!dragging?.isAll) {
      this.#search();
      this.#drawPipes(0);
      this.#drawCards(0);
    }
    if (dragging) {
      this.#drawStretched(dragging);
      this.#lookFrom(dragging.x, dragging.y);
      this.#search();
      this.#drawPipes(2);
      this.#drawCards(1);
      this.#lookFrom(0, 0);
    }
    if (this.connecting) this.#drawPreview(this.connecting);
    if (!dragging && !this.connecting) this.#drawDeleteButton();
  };

  /** Puts the context at the flow's corner, moved by what is dragged; on whole pixels, as the editor does. */
  #lookFrom(byX: number, byY: number): void {
    const { x, y, zoom } = this.view;
    const left = Math.round(x + byX * zoom);
    const top = Math.round(y + byY * zoom);
    this.#ctx.setTransform(zoom, 0, 0, zoom, left, top);
    this.#left = -left / zoom;
    this.#top = -top / zoom;
    this.#right = this.#left + this.canvas.width / zoom;
    this.#bottom = this.#top + this.canvas.height / zoom;
  }

  #search(): void {
    const left = this.#left - OVERHANG;
    const top = this.#top - OVERHANG;
    const right = this.#right + OVERHANG;
    const bottom = this.#bottom + OVERHANG;
    this.#flow.nodeGrid.search(left, top, right, bottom, this.#nodes);
    this.#flow.edgeGrid.search(left, top, right, bottom, this.#edges);
  }

  /** Bars between the dots over a ground of their colour. */
  #drawFloor(width: number, height: number): void {
    const ctx = this.#ctx;
    const { zoom } = this.view;
    const x = Math.round(this.view.x);
    const y = Math.round(this.view.y);
    let step = 15;
    while (step * zoom < 12 || (width / (step * zoom)) * (height / (step * zoom)) > 6000) step *= 2;
    const gap = step * zoom;
    const size = Math.min(4, Math.max(1, Math.round(2 * zoom)));
    const half = Math.floor(size / 2);
    ctx.fillStyle = C.line;
    ctx.fillRect(0, 0, width, height);
    ctx.fillStyle = C.pane;
    let start = 0;
    for (let dot = Math.floor((-size - x) / gap); start < width; dot++) {
      const left = Math.round(x + dot * gap) - half;
      if (left > start) ctx.fillRect(start, 0, left - start, height);
      start = Math.max(start, left + size);
    }
    start = 0;
    for (let dot = Math.floor((-size - y) / gap); start < height; dot++) {
      const top = Math.round(y + dot * gap) - half;
      if (top > start) ctx.fillRect(0, start, width, top - start);
      start = Math.max(start, top + size);
    }
  }

  #isOnTheWay(edge: number): 0 | 1 | 2 {
    const { isDragged, source, target } = this.#flow;
    return ((isDragged[source[edge]!] ?? 0) + (isDragged[target[edge]!] ?? 0)) as 0 | 1 | 2;
  }

  /** Pipes with this many ends on the way; those of words below those of pictures. */
  #drawPipes(ends: 0 | 2): void {
    const flow = this.#flow;
    for (let isImage = 0; isImage <= 1; isImage++) {
      this.#setPipeStyle(isImage === 1);
      for (const edge of this.#edges) {
        if (flow.isImagePipe[edge] !== isImage || (this.dragging && this.#isOnTheWay(edge) !== ends)) continue;
        const source = flow.source[edge]!;
        this.#drawPipe(
          isImage === 1,
          flow.outX(source),
          flow.outY(source),
          flow.x[flow.target[edge]!]!,
          flow.inY(edge),
          flow.arePipesSelected ? 'selected' : 'rest',
        );
      }
    }
  }

  #drawStretched(dragging: Dragging): void {
    const flow = this.#flow;
    for (const edge of dragging.stretched) {
      const source = flow.source[edge]!;
      const target = flow.target[edge]!;
      const from = flow.isDragged[source] ? dragging : { x: 0, y: 0 };
      const to = flow.isDragged[target] ? dragging : { x: 0, y: 0 };
      const isImage = flow.isImagePipe[edge] === 1;
      this.#setPipeStyle(isImage);
      this.#drawPipe(
        isImage,
        flow.outX(source) + from.x,
        flow.outY(source) + from.y,
        flow.x[target]! + to.x,
        flow.inY(edge) + to.y,
        flow.arePipesSelected ? 'selected' : 'rest',
      );
    }
  }

  #setPipeStyle(isImage: boolean): void {
    const ctx = this.#ctx;
    ctx.lineCap = 'butt';
    ctx.lineJoin = 'round';
    ctx.lineWidth = 16;
    ctx.strokeStyle = isImage ? C.imageEdge : C.textEdge;
    ctx.fillStyle = isImage ? C.imageEdge : C.textEdge;
  }

  /** No pipe of a measured flow is so long that it fades where pipes are bars. */
  #drawPipe(isImage: boolean, x1: number, y1: number, x2: number, y2: number, look: PipeLook): void {
    const ctx = this.#ctx;
    const isSelected = look === 'selected';
    const { zoom } = this.view;
    const isFull = zoom >= FULL_DETAIL_FROM_ZOOM;
    if (!isFull && !isSelected) {
      fillPipe(ctx, x1, y1, x2, y2, zoom);
      return;
    }
    const colour = isImage ? C.imageEdge : C.textEdge;
    const core = isImage ? C.imageEdgeCore : C.textEdgeCore;
    const fade = look === 'rest' ? fadeOf(x1, y1, x2, y2, zoom) : null;
    ctx.beginPath();
    traceEdge(ctx, x1, y1, x2, y2);
    if (isSelected) {
      ctx.strokeStyle = C.ink;
      ctx.lineWidth = 16 + 2 * Math.max(2, 2 / zoom);
      ctx.stroke();
      ctx.strokeStyle = colour;
      ctx.lineWidth = 16;
    }
    if (fade) ctx.globalAlpha = fade.middle;
    ctx.stroke();
    if (!isFull) return;
    ctx.strokeStyle = core;
    ctx.lineWidth = 4;
    ctx.stroke();
    if (fade) {
      ctx.globalAlpha = 1;
      for (const end of fade.ends) {
        if (isEndIn(end, this.#left, this.#top, this.#right, this.#bottom)) drawEnd(ctx, end, colour, core, zoom);
      }
    }
    ctx.strokeStyle = colour;
    ctx.lineWidth = 16;
  }

  #drawCards(isDragged: 0 | 1): void {
    const ctx = this.#ctx;
    const flow = this.#flow;
    const { zoom } = this.view;
    const isFull = zoom >= FULL_DETAIL_FROM_ZOOM;
    const isBlock = zoom < MEDIUM_DETAIL_FROM_ZOOM;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    for (const node of this.#nodes) {
      if (this.dragging && flow.isDragged[node] !== isDragged) continue;
      const left = flow.x[node]!;
      const top = flow.y[node]!;
      if (isBlock) {
        ctx.fillStyle = flow.kind[node]! >= IMAGE_UPLOAD ? IMAGE_BLOCK : TEXT_BLOCK;
        ctx.fillRect(left, top, flow.width[node]!, flow.height[node]!);
      } else if (isFull) drawFullCard(ctx, flow, node, left, top, zoom);
      else drawFlatCard(ctx, flow, node, left, top, zoom);
      if (flow.isSelected[node]) this.#drawRing(node, left, top, isBlock);
      if (isFull) drawHandles(ctx, flow, node, left, top, zoom, this.connecting);
      else if (!isBlock) drawFlatHandles(ctx, flow, node, left, top);
    }
  }

  #drawRing(node: number, x: number, y: number, isBlock: boolean): void {
    const ctx = this.#ctx;
    const line = Math.max(2, 2 / this.view.zoom);
    ctx.beginPath();
    ctx.roundRect(
      x - line / 2,
      y - line / 2,
      this.#flow.width[node]! + line,
      this.#flow.height[node]! + line,
      isBlock ? 0 : 10 + line / 2,
    );
    ctx.strokeStyle = C.ink;
    ctx.lineWidth = line;
    ctx.stroke();
  }

  #drawPreview({ source, isImage, x, y }: Connecting): void {
    this.#setPipeStyle(isImage);
    this.#ctx.lineCap = 'round';
    this.#drawPipe(isImage, this.#flow.outX(source), this.#flow.outY(source), x, y, 'pending');
  }

  /** Several selected cards have a toolbar of the page instead. */
  #drawDeleteButton(): void {
    const ctx = this.#ctx;
    const flow = this.#flow;
    const node = flow.soleSelected;
    if (node < 0) return;
    // Twelve world pixels, and ten of the screen at least; an enlarged one moves outwards.
    const radius = Math.max(12, 10 / this.view.zoom);
    const outwards = (radius - 12) * Math.SQRT1_2;
    const x = flow.outX(node) + outwards;
    const y = flow.y[node]! - outwards;
    const arm = radius / 3;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.strokeStyle = C.surface;
    ctx.lineWidth = radius / 3;
    ctx.stroke();
    ctx.fillStyle = C.danger;
    ctx.fill();
    ctx.beginPath();
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
    ctx.lineWidth = radius / 6;
    ctx.lineCap = 'round';
    ctx.stroke();
  }
}
