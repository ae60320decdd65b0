/** A point or a distance. World coordinates unless a name says `screen`; y grows downwards. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

export const ORIGIN: Vector = { x: 0, y: 0 };

/** Whether both coordinates are finite numbers. */
export const isFinitePoint = (point: Vector | null | undefined): boolean =>
  point !== null && point !== undefined && Number.isFinite(point.x) && Number.isFinite(point.y);

/** @throws when a coordinate is no finite number. */
export function mustBeFinitePoint(point: Vector): void {
  if (!isFinitePoint(point)) throw new Error(`no place: x is ${point.x}, y is ${point.y}; both must be finite numbers`);
}

export const add = (a: Vector, b: Vector): Vector => ({ x: a.x + b.x, y: a.y + b.y });
export const subtract = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y });
export const distance = (a: Vector, b: Vector): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Fractions of a world pixel that adding and taking away may leave. */
export const ROUNDING = 1e-6;

/** The snap grid (STAGE-2); world pixels. */
export const SNAP_GRID = 15;

/** The nearest point whose coordinates are multiples of `grid`. Idempotent; never returns -0. */
export const snap = (point: Vector, grid: number): Vector => ({
  x: Math.round(point.x / grid) * grid + 0,
  y: Math.round(point.y / grid) * grid + 0,
});

/** Gap between cards that are put side by side; world pixels. */
export const CARD_GAP = 2 * SNAP_GRID;

/** The first line of the grid at which a card may begin that follows one with this end. */
export const nextCardAt = (end: number): number => Math.ceil((end + CARD_GAP) / SNAP_GRID) * SNAP_GRID;

/** How far it is from here to the next line of the grid, or to one further on; negative towards the start, 0 for none. */
export function toGridLine(from: number, lines: number): number {
  if (lines === 0) return 0;
  const before = lines > 0 ? Math.floor(from / SNAP_GRID) : Math.ceil(from / SNAP_GRID);
  return (before + lines) * SNAP_GRID - from;
}
