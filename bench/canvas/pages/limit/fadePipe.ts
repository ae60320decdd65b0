import { CORNER, cornersOf, HALF_WIDTH, lengthOf } from './route';

/** The longest pipe in full colour all along, and how much longer one is with the faintest middle; screen pixels. */
const COMFORTABLE = 720;
const EASE = 240;
/** The stretch in full colour at an end, and the one on which it fades; screen pixels. */
const END = 120;
const RAMP = 96;
const STEPS = 16;
const MIDDLE_ALPHA = 0.24;
/** Distance from a corner at which its outline is over; world pixels. */
const CORNER_ROOM = HALF_WIDTH + CORNER;
const CORE = 4;

/** The end of a pipe: in full colour through its corners to (x, y), and then faint along a straight stretch. */
interface End {
  readonly corners: readonly number[];
  /** Number of corners that are passed before (x, y). */
  readonly passed: number;
  readonly x: number;
  readonly y: number;
  readonly untilX: number;
  readonly untilY: number;
  /** The way along the pipe to its faint middle. */
  readonly reach: number;
}

function endOf(corners: readonly number[], zoom: number): End | null {
  const ramp = RAMP / zoom;
  let way = 0;
  for (let at = 2; at < corners.length; at += 2) {
    const fromX = corners[at - 2]!;
    const fromY = corners[at - 1]!;
    const length = Math.abs(corners[at]! - fromX) + Math.abs(corners[at + 1]! - fromY);
    const start = Math.max(END / zoom - way, at > 2 ? CORNER_ROOM : 0);
    const room = length - (at < corners.length - 2 ? CORNER_ROOM : 0);
    if (start + ramp <= room) {
      const stepX = (corners[at]! - fromX) / length;
      const stepY = (corners[at + 1]! - fromY) / length;
      return {
        corners,
        passed: at / 2,
        x: fromX + stepX * start,
        y: fromY + stepY * start,
        untilX: fromX + stepX * (start + ramp),
        untilY: fromY + stepY * (start + ramp),
        reach: way + start + ramp,
      };
    }
    way += length;
  }
  return null;
}

function reversed(corners: readonly number[]): number[] {
  const back: number[] = [];
  for (let at = corners.length - 2; at >= 0; at -= 2) back.push(corners[at]!, corners[at + 1]!);
  return back;
}

/** How a long pipe fades; null for one that does not. */
export interface Fade {
  readonly middle: number;
  readonly ends: readonly [End, End];
}

export function fadeOf(x1: number, y1: number, x2: number, y2: number, zoom: number): Fade | null {
  const length = lengthOf(x1, y1, x2, y2);
  if (length * zoom <= COMFORTABLE) return null;
  const corners = cornersOf(x1, y1, x2, y2);
  const first = endOf(corners, zoom);
  const last = endOf(reversed(corners), zoom);
  if (!first || !last || first.reach + last.reach > length) return null;
  const share = Math.min(1, (length * zoom - COMFORTABLE) / EASE);
  return { middle: 1 - (1 - MIDDLE_ALPHA) * share, ends: [first, last] };
}

/** An end in full colour and its fading stretch, over the faint pipe. */
export function drawEnd(ctx: CanvasRenderingContext2D, end: End, colour: string, core: string, zoom: number): void {
  const { corners, passed, x, y } = end;
  ctx.beginPath();
  ctx.moveTo(corners[0]!, corners[1]!);
  for (let at = 1; at < passed; at++) {
    const cornerX = corners[2 * at]!;
    const cornerY = corners[2 * at + 1]!;
    const nextX = at + 1 < passed ? corners[2 * at + 2]! : x;
    const nextY = at + 1 < passed ? corners[2 * at + 3]! : y;
    const before = Math.abs(cornerX - corners[2 * at - 2]!) + Math.abs(cornerY - corners[2 * at - 1]!);
    const after = Math.abs(nextX - cornerX) + Math.abs(nextY - cornerY);
    ctx.arcTo(cornerX, cornerY, nextX, nextY, Math.min(CORNER, before / 2, after / 2));
  }
  ctx.lineTo(x, y);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * HALF_WIDTH;
  ctx.stroke();
  ctx.strokeStyle = core;
  ctx.lineWidth = CORE;
  ctx.stroke();
  ctx.fillStyle = colour;
  fillSteps(ctx, end, 2 * HALF_WIDTH, zoom);
  ctx.fillStyle = core;
  fillSteps(ctx, end, CORE, zoom);
  ctx.globalAlpha = 1;
}

function fillSteps(ctx: CanvasRenderingContext2D, { x, y, untilX, untilY }: End, width: number, zoom: number): void {
  const isLevel = y === untilY;
  const start = isLevel ? x : y;
  const stretch = isLevel ? untilX - x : untilY - y;
  const side = (isLevel ? y : x) - width / 2;
  let before = (stretch > 0 ? Math.floor(start * zoom) : Math.ceil(start * zoom)) / zoom;
  for (let step = 1; step <= STEPS; step++) {
    const after = Math.round((start + (stretch * step) / STEPS) * zoom) / zoom;
    ctx.globalAlpha = 1 - (step - 0.5) / STEPS;
    if (isLevel) ctx.fillRect(before, side, after - before, width);
    else ctx.fillRect(side, before, width, after - before);
    before = after;
  }
}

/** Whether an end lies in this part of the world. */
export function isEndIn(end: End, left: number, top: number, right: number, bottom: number): boolean {
  let fromX = Math.min(end.x, end.untilX);
  let fromY = Math.min(end.y, end.untilY);
  let toX = Math.max(end.x, end.untilX);
  let toY = Math.max(end.y, end.untilY);
  for (let at = 0; at < 2 * end.passed; at += 2) {
    fromX = Math.min(fromX, end.corners[at]!);
    toX = Math.max(toX, end.corners[at]!);
    fromY = Math.min(fromY, end.corners[at + 1]!);
    toY = Math.max(toY, end.corners[at + 1]!);
  }
  return (
    fromX - HALF_WIDTH <= right && toX + HALF_WIDTH >= left && fromY - HALF_WIDTH <= bottom && toY + HALF_WIDTH >= top
  );
}
