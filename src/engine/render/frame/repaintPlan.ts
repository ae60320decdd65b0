import { intersects, union, type Box, type DirtyRegion } from '../../geometry/box';
import type { Viewport } from '../../geometry/viewport';
import type { Vector } from '../../geometry/vector';

/** The view that a picture of the world shows; everything in device pixels. */
export interface PictureView {
  /** Viewport from `deviceViewport`: its offsets are whole numbers. */
  readonly viewport: Viewport;
  readonly width: number;
  readonly height: number;
}

/** How a cached frame becomes the next one: it is moved, then these parts of it are painted; device pixels. */
export interface RepaintPlan {
  readonly shift: Vector;
  readonly regions: readonly Box[];
}

/** How a cached frame replaces the next one during a zoom; device pixels. */
export interface StretchPlan {
  /** Box of the whole cached frame, on parts of pixels too. */
  readonly to: Box;
  readonly regions: readonly Box[];
}

/** Handles, rings and buttons reach beyond their card: by this many device pixels and this many of the world. */
const OVERHANG_DEVICE = 4;
export const OVERHANG_WORLD = 16;
/** Most boxes that are kept apart: joining them looks at each pair, and painting more of them as one costs less. */
const REGIONS_MAX = 16;
/** Largest enlargement of a cached frame; beyond it the frame is too blurred. */
const STRETCH_MAX = 2;
/** Share of the stage above which it may be painted whole, where at least that much is to be painted anyway. */
const PAINTED_MAX = 0.6;

/** The viewport that is drawn: its offset on whole device pixels, so that a picture can be moved without being blurred. */
export const deviceViewport = (viewport: Viewport, pixelRatio: number): Viewport => ({
  x: Math.round(viewport.x * pixelRatio),
  y: Math.round(viewport.y * pixelRatio),
  zoom: viewport.zoom * pixelRatio,
});

/** The least to paint so that a picture of `last` shows `next`, `dirty` being boxes of the world. `last` null: nothing is kept. */
export function planRepaint(last: PictureView | null, next: PictureView, dirty: DirtyRegion): RepaintPlan {
  const everything: RepaintPlan = {
    shift: { x: 0, y: 0 },
    regions: [{ x: 0, y: 0, width: next.width, height: next.height }],
  };
  if (!last || dirty === 'all' || !isMoved(last, next)) return everything;
  const shift = { x: next.viewport.x - last.viewport.x, y: next.viewport.y - last.viewport.y };
  if (Math.abs(shift.x) >= next.width || Math.abs(shift.y) >= next.height) return everything;
  return { shift, regions: [...uncovered(shift, next), ...damaged(dirty, next)] };
}

/**
 * Plans what is painted around and over a picture of `last` that is scaled to where `next` has it; `dirty` as for `planRepaint`.
 * Null where scaling is no good.
 */
export function planStretch(last: PictureView, next: PictureView, dirty: DirtyRegion): StretchPlan | null {
  if (dirty === 'all' || last.width !== next.width || last.height !== next.height) return null;
  const scale = next.viewport.zoom / last.viewport.zoom;
  if (scale > STRETCH_MAX) return null;
  const to: Box = {
    x: next.viewport.x - last.viewport.x * scale,
    y: next.viewport.y - last.viewport.y * scale,
    width: last.width * scale,
    height: last.height * scale,
  };
  const regions = [...barsAround(to, next), ...damaged(dirty, next)];
  const painted = regions.reduce((sum, { width, height }) => sum + width * height, 0);
  return painted > PAINTED_MAX * next.width * next.height ? null : { to, regions };
}

/** The view in this many strips from top to bottom, as boxes of the world, to be painted one after another. */
export const stripsOf = ({ viewport, width, height }: PictureView, count: number): readonly Box[] =>
  Array.from({ length: count }, (_, index) => ({
    x: -viewport.x / viewport.zoom,
    y: ((index * height) / count - viewport.y) / viewport.zoom,
    width: width / viewport.zoom,
    height: height / count / viewport.zoom,
  }));

/** Whether a picture of `last` becomes one of `next` by being moved, however far. */
export const isMoved = (last: PictureView, next: PictureView): boolean =>
  last.viewport.zoom === next.viewport.zoom && last.width === next.width && last.height === next.height;

const within = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** The part of a view that a picture does not cover: bars above, below and beside it. Its outermost pixels are half covered. */
function barsAround(picture: Box, { width, height }: PictureView): Box[] {
  const left = within(Math.ceil(picture.x), width);
  const top = within(Math.ceil(picture.y), height);
  const right = within(Math.floor(picture.x + picture.width), width);
  const bottom = within(Math.floor(picture.y + picture.height), height);
  if (left >= right || top >= bottom) return [{ x: 0, y: 0, width, height }];
  const bars = [
    { x: 0, y: 0, width, height: top },
    { x: 0, y: bottom, width, height: height - bottom },
    { x: 0, y: top, width: left, height: bottom - top },
    { x: right, y: top, width: width - right, height: bottom - top },
  ];
  return bars.filter((bar) => bar.width > 0 && bar.height > 0);
}

/** The parts that a shift brings into view: a strip over the whole height, and one over the rest of the width. */
function uncovered(shift: Vector, { width, height }: PictureView): Box[] {
  const across = Math.abs(shift.x);
  const along = Math.abs(shift.y);
  const regions: Box[] = [];
  if (across > 0) regions.push({ x: shift.x > 0 ? 0 : width - across, y: 0, width: across, height });
  if (along > 0) {
    const x = shift.x > 0 ? across : 0;
    regions.push({ x, y: shift.y > 0 ? 0 : height - along, width: width - across, height: along });
  }
  return regions;
}

function damaged(dirty: readonly Box[], view: PictureView): Box[] {
  const seen = dirty.flatMap((box) => onDevice(box, view) ?? []);
  if (seen.length <= REGIONS_MAX) return joined(seen);
  const around = union(seen);
  return around ? [around] : [];
}

/** The device pixels that a box of the world touches, with all that reaches beyond its card. */
export function touchedPixels(box: Box, { x, y, zoom }: Viewport): Box {
  const around = OVERHANG_DEVICE + OVERHANG_WORLD * zoom;
  const left = Math.floor(box.x * zoom + x - around);
  const top = Math.floor(box.y * zoom + y - around);
  const right = Math.ceil((box.x + box.width) * zoom + x + around);
  const bottom = Math.ceil((box.y + box.height) * zoom + y + around);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Those of them in the view; null for none. */
function onDevice(box: Box, { viewport, width, height }: PictureView): Box | null {
  const touched = touchedPixels(box, viewport);
  const left = Math.max(0, touched.x);
  const top = Math.max(0, touched.y);
  const right = Math.min(width, touched.x + touched.width);
  const bottom = Math.min(height, touched.y + touched.height);
  return left < right && top < bottom ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Boxes that touch become one, so that nothing is painted twice. */
function joined(boxes: readonly Box[]): Box[] {
  const apart: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let index = apart.findIndex((other) => intersects(other, whole)); index >= 0;) {
      const [other] = apart.splice(index, 1);
      whole = (other && union([other, whole])) ?? whole;
      index = apart.findIndex((another) => intersects(another, whole));
    }
    apart.push(whole);
  }
  return apart;
}
