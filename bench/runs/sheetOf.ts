import type { Snapshot } from '../../src/engine';

/** The side of a cell; world pixels. */
export const CELL = 30;

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_word, at) => `${name}${at}`).join(', ');

const pipe = (source: string, target: string, type: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: `${type}-right`,
  target,
  targetHandle: `${type}-left`,
  type: type === 'image' ? ('image' as const) : ('text' as const),
});

/** A sheet of this many rows and columns, with the cells of the node `art`. */
export function sheetOf(side: number): Snapshot {
  const list = (id: string) => ({
    id,
    type: 'categoryItem',
    position: { x: -1200, y: 0 },
    data: { name: id, value: words(id, side), each: true },
  });
  return {
    nodes: [
      list('columns'),
      list('rows'),
      { id: 'art', type: 'image', position: { x: -600, y: 0 }, data: {} },
      {
        id: 'sheet',
        type: 'sheet',
        position: { x: 0, y: 0 },
        data: { width: 100 + side * CELL, height: 80 + side * CELL },
      },
    ],
    edges: [pipe('columns', 'art', 'text'), pipe('rows', 'art', 'text'), pipe('art', 'sheet', 'image')],
    viewport: { x: -200, y: -200, zoom: 1 },
  };
}
