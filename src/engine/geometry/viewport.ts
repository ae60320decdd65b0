import type { Box } from './box';
import type { Vector } from './vector';

/** Position of the world on the screen: screen = world * zoom + (x, y). The same numbers as a snapshot's viewport. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Width and height of the stage in screen pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The range of the zoom (ZOOM-1). */
export const ZOOM_MIN = 0.1;
export const ZOOM_MAX = 5;
/** The zoom of a loaded project whose snapshot has no viewport (ZOOM-2). */
export const DEFAULT_ZOOM = 0.75;
/** The viewport of a loaded project whose snapshot has none. */
export const DEFAULT_VIEWPORT: Viewport = { x: 0, y: 0, zoom: DEFAULT_ZOOM };

/** The farthest offset of a viewport: beyond it a pixel is less than a number can tell from its neighbour, and nothing could be drawn or panned there. */
export const OFFSET_MAX = 1e9;

const clampOffset = (offset: number): number => Math.min(OFFSET_MAX, Math.max(-OFFSET_MAX, offset || 0));

/** The nearest viewport that can be drawn: zoom within its range (ZOOM-1), offsets finite. */
export const clampViewport = <C extends Viewport>(viewport: C): C => ({
  ...viewport,
  x: clampOffset(viewport.x),
  y: clampOffset(viewport.y),
  zoom: clampZoom(viewport.zoom),
});

/** The nearest zoom within bounds; the default for a value that is no number, which a snapshot's viewport may hold. */
export const clampZoom = (zoom: number): number =>
  Number.isNaN(zoom) ? DEFAULT_ZOOM : Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));

export const toWorld = (viewport: Viewport, screen: Vector): Vector => ({
  x: (screen.x - viewport.x) / viewport.zoom,
  y: (screen.y - viewport.y) / viewport.zoom,
});

export const toScreen = (viewport: Viewport, world: Vector): Vector => ({
  x: world.x * viewport.zoom + viewport.x,
  y: world.y * viewport.zoom + viewport.y,
});

/** A box of the world where this viewport shows it. */
export const boxToScreen = (viewport: Viewport, box: Box): Box => ({
  ...toScreen(viewport, box),
  width: box.width * viewport.zoom,
  height: box.height * viewport.zoom,
});

/** Zooms to a value while the world point under `screen` stays where it is; the same viewport when nothing changes. */
export function zoomTo(viewport: Viewport, screen: Vector, wanted: number): Viewport {
  const zoom = clampZoom(wanted);
  if (zoom === viewport.zoom) return viewport;
  const world = toWorld(viewport, screen);
  return { x: screen.x - world.x * zoom, y: screen.y - world.y * zoom, zoom };
}

/** The part of the world that a stage of this size shows. */
export function visibleBox(viewport: Viewport, size: Size): Box {
  const corner = toWorld(viewport, { x: 0, y: 0 });
  return { ...corner, width: size.width / viewport.zoom, height: size.height / viewport.zoom };
}
