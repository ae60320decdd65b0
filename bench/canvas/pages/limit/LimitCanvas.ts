import type { View } from '../../BenchDoor';
import { C, IMAGE_BLOCK, TEXT_BLOCK } from './colours';
import { drawFlatCard, drawFullCard } from './drawCard';
import { drawFlatHandles, drawHandles, type Connecting } from './drawHandles';
import { IMAGE_UPLOAD, type FlowArrays } from './FlowArrays';
import { fillPipe, traceEdge } from './route';

const OVERHANG = 16;
const FULL_DETAIL_FROM_ZOOM = 0.35;
const MEDIUM_DETAIL_FROM_ZOOM = 0.2;

/** Nodes on their way. */
export interface Dragging {
  x: number;
  y: number;
  readonly isAll: boolean;
  /** Pipes with one end on the way. */
  readonly stretched: readonly number[];
}

/**
 * The whole canvas in one draw: what is in view, from plain arrays, straight to the context. It draws by hand what
 * src/engine/render draws, because what painters cost is what is measured against this.
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
    const { x, y, zoom } = this.view;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#drawFloor(width, height);
    ctx.setTransform(zoom, 0, 0, zoom, x, y);
    const left = -x / zoom;
    const top = -y / zoom;
    const right = left + width / zoom;
    const bottom = top + height / zoom;

    const { dragging } = this;
    if (!dragging?.isAll) {
      this.#search(left, top, right, bottom);
      this.#drawPipes(0, 0, false);
      this.#drawCards(0, 0, false);
    }
    if (dragging) {
      this.#search(left - dragging.x, top - dragging.y, right - dragging.x, bottom - dragging.y);
      this.#drawPipes(dragging.x, dragging.y, true);
      this.#drawStretched(dragging);
      this.#drawCards(dragging.x, dragging.y, true);
    }
    if (this.connecting) this.#drawPreview(this.connecting);
    if (!dragging) this.#drawDeleteButtons();
  };

  #search(left: number, top: number, right: number, bottom: number): void {
    const flow = this.#flow;
    flow.nodeGrid.search(left - OVERHANG, top - OVERHANG, right + OVERHANG, bottom + OVERHANG, this.#nodes);
    flow.edgeGrid.search(left - OVERHANG, top - OVERHANG, right + OVERHANG, bottom + OVERHANG, this.#edges);
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

  /** Words below pictures. */
  #drawPipes(x: number, y: number, isOnTheWay: boolean): void {
    const flow = this.#flow;
    const wanted = isOnTheWay ? 2 : 0;
    for (let isImage = 0; isImage <= 1; isImage++) {
      this.#setPipeStyle(isImage === 1);
      for (const edge of this.#edges) {
        if (flow.isImagePipe[edge] !== isImage || (this.dragging && this.#isOnTheWay(edge) !== wanted)) continue;
        const source = flow.source[edge]!;
        this.#drawPipe(
          isImage === 1,
          flow.outX(source) + x,
          flow.outY(source) + y,
          flow.x[flow.target[edge]!]! + x,
          flow.inY(edge) + y,
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

  #drawPipe(isImage: boolean, x1: number, y1: number, x2: number, y2: number): void {
    const ctx = this.#ctx;
    if (this.view.zoom < FULL_DETAIL_FROM_ZOOM) {
      fillPipe(ctx, x1, y1, x2, y2, this.view.zoom);
      return;
    }
    ctx.beginPath();
    traceEdge(ctx, x1, y1, x2, y2);
    ctx.stroke();
    ctx.strokeStyle = isImage ? C.imageEdgeCore : C.textEdgeCore;
    ctx.lineWidth = 4;
    ctx.stroke();
    ctx.strokeStyle = isImage ? C.imageEdge : C.textEdge;
    ctx.lineWidth = 16;
  }

  #drawCards(x: number, y: number, isOnTheWay: boolean): void {
    const ctx = this.#ctx;
    const flow = this.#flow;
    const { zoom } = this.view;
    const isFull = zoom >= FULL_DETAIL_FROM_ZOOM;
    const isBlock = zoom < MEDIUM_DETAIL_FROM_ZOOM;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const wanted = isOnTheWay ? 1 : 0;
    for (const node of this.#nodes) {
      if (this.dragging && flow.isDragged[node] !== wanted) continue;
      const left = flow.x[node]! + x;
      const top = flow.y[node]! + y;
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
    this.#drawPipe(isImage, this.#flow.outX(source), this.#flow.outY(source), x, y);
  }

  #drawDeleteButtons(): void {
    const ctx = this.#ctx;
    const flow = this.#flow;
    for (const node of this.#nodes) {
      if (!flow.isSelected[node]) continue;
      const x = flow.outX(node);
      const y = flow.y[node]!;
      ctx.beginPath();
      ctx.arc(x, y, 12, 0, 2 * Math.PI);
      ctx.strokeStyle = C.surface;
      ctx.lineWidth = 4;
      ctx.stroke();
      ctx.fillStyle = C.danger;
      ctx.fill();
      ctx.beginPath();
      ctx.moveTo(x - 4, y - 4);
      ctx.lineTo(x + 4, y + 4);
      ctx.moveTo(x + 4, y - 4);
      ctx.lineTo(x - 4, y + 4);
      ctx.lineWidth = 2;
      ctx.lineCap = 'round';
      ctx.stroke();
    }
  }
}
