import type { Vector } from '../../engine';

/** A pipe of the illustration, on the same 15 px grid as the canvas. */
export interface ScenePipe {
  readonly flow: 'text' | 'image';
  readonly corners: readonly Vector[];
  /** Points where it ends at something, for its handles. */
  readonly handles: readonly Vector[];
}

const UNIT = 15;

const corner = (column: number, row: number): Vector => ({ x: column * UNIT, y: row * UNIT });

const pipe = (
  flow: ScenePipe['flow'],
  corners: readonly (readonly [column: number, row: number])[],
  handles: readonly (readonly [column: number, row: number])[] = [],
): ScenePipe => ({
  flow,
  corners: corners.map(([column, row]) => corner(column, row)),
  handles: handles.map(([column, row]) => corner(column, row)),
});

/** The drawing's own size in the same units; it covers its half of the page from the middle. */
export const SCENE_SIZE = { width: 36 * UNIT, height: 36 * UNIT } as const;

/** Words and pictures on their way to the node in the middle, and its result. Later ones lie on top. */
export const SCENE_PIPES: readonly ScenePipe[] = [
  pipe('image', [
    [-30, 4],
    [26, 4],
    [26, 10],
    [66, 10],
  ]),
  pipe('text', [
    [8, -30],
    [8, 9],
    [-30, 9],
  ]),
  pipe(
    'image',
    [
      [-30, 24],
      [5, 24],
      [5, 21],
      [11, 21],
    ],
    [[11, 21]],
  ),
  pipe(
    'text',
    [
      [-30, 13],
      [8, 13],
      [8, 17],
      [11, 17],
    ],
    [[11, 17]],
  ),
  pipe('text', [
    [30, -30],
    [30, 15],
    [66, 15],
  ]),
  pipe(
    'image',
    [
      [25, 19],
      [31, 19],
      [31, 31],
      [14, 31],
      [14, 66],
    ],
    [[25, 19]],
  ),
  pipe('text', [
    [-30, 34],
    [21, 34],
    [21, 28],
    [66, 28],
  ]),
];

/** The node where the pipes meet. */
export const SCENE_CARD = { x: 11 * UNIT, y: 13 * UNIT, width: 14 * UNIT, height: 11.5 * UNIT } as const;
