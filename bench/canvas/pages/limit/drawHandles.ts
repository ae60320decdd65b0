import { C } from './colours';
import { CATEGORY, IMAGE, IMAGE_IN_Y, IMAGE_UPLOAD, TEXT_IN_Y, TEXT_PROMPT, type FlowArrays } from './FlowArrays';

const SIZE = 14;
const GROWN = 20;
const SNAPPED = 22;
const HALO = 38;
/** A handle that takes nothing yet. */
const QUIET = 8;
const RIM = 2;
const CORE = 0.36;
const FADED = 0.3;

/** A pending connection: its output and flow, and the input under it. */
export interface Connecting {
  readonly source: number;
  readonly isImage: boolean;
  target: number;
  x: number;
  y: number;
}

function trace(ctx: CanvasRenderingContext2D, isRound: boolean, x: number, y: number, size: number): void {
  ctx.beginPath();
  if (isRound) ctx.arc(x, y, size / 2, 0, 2 * Math.PI);
  else ctx.roundRect(x - size / 2, y - size / 2, size, size, size * 0.3);
}

function drawHandle(
  ctx: CanvasRenderingContext2D,
  isRound: boolean,
  x: number,
  y: number,
  size: number,
  zoom: number,
  colour: string,
  core: string,
): void {
  if (size === SNAPPED) {
    trace(ctx, isRound, x, y, HALO);
    ctx.globalAlpha = 0.25;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  trace(ctx, isRound, x, y, size + 2 * RIM);
  ctx.fillStyle = C.surface;
  ctx.fill();
  trace(ctx, isRound, x, y, size);
  ctx.fillStyle = colour;
  ctx.fill();
  if (size * CORE * zoom >= 3) {
    trace(ctx, isRound, x, y, size * CORE);
    ctx.fillStyle = core;
    ctx.fill();
  }
}

/** The size of a connectable handle during a pending connection; negative when it fades. */
function sizeOf(hand: Connecting | null, node: number, isImage: boolean, isInput: boolean): number {
  if (!hand) return SIZE;
  if (!isInput) return hand.source === node ? SNAPPED : -SIZE;
  if (hand.source === node || hand.isImage !== isImage) return -SIZE;
  return hand.target === node ? SNAPPED : GROWN;
}

/** The handles of a card in full detail. */
export function drawHandles(
  ctx: CanvasRenderingContext2D,
  flow: FlowArrays,
  node: number,
  x: number,
  y: number,
  zoom: number,
  hand: Connecting | null,
): void {
  const kind = flow.kind[node];
  if (kind === IMAGE) {
    let size = sizeOf(hand, node, false, true);
    if (size < 0) ctx.globalAlpha = FADED;
    drawHandle(ctx, true, x, y + TEXT_IN_Y, Math.abs(size), zoom, C.textEdge, C.textEdgeCore);
    ctx.globalAlpha = 1;
    size = sizeOf(hand, node, true, true);
    if (size < 0) ctx.globalAlpha = FADED;
    drawHandle(ctx, false, x, y + IMAGE_IN_Y, Math.abs(size), zoom, C.imageEdge, C.imageEdgeCore);
    ctx.globalAlpha = 1;
    ctx.fillStyle = C.line;
    trace(ctx, false, x, y + 127.5, QUIET);
    ctx.fill();
    trace(ctx, true, x, y + 157.5, QUIET);
    ctx.fill();
  }
  const isText = kind === TEXT_PROMPT || kind === CATEGORY;
  const size = sizeOf(hand, node, !isText, false);
  if (size < 0) ctx.globalAlpha = FADED;
  drawHandle(
    ctx,
    isText,
    x + flow.width[node]!,
    y + flow.height[node]! / 2,
    Math.abs(size),
    zoom,
    isText ? C.textEdge : C.imageEdge,
    isText ? C.textEdgeCore : C.imageEdgeCore,
  );
  ctx.globalAlpha = 1;
}

/** The handles of a flat card: plain shapes. */
export function drawFlatHandles(ctx: CanvasRenderingContext2D, flow: FlowArrays, node: number, x: number, y: number) {
  const kind = flow.kind[node];
  if (kind === IMAGE) {
    trace(ctx, true, x, y + TEXT_IN_Y, SIZE);
    ctx.fillStyle = C.textEdge;
    ctx.fill();
    trace(ctx, false, x, y + IMAGE_IN_Y, SIZE);
    ctx.fillStyle = C.imageEdge;
    ctx.fill();
  }
  const isImage = kind === IMAGE || kind === IMAGE_UPLOAD;
  trace(ctx, !isImage, x + flow.width[node]!, y + flow.height[node]! / 2, SIZE);
  ctx.fillStyle = isImage ? C.imageEdge : C.textEdge;
  ctx.fill();
}
