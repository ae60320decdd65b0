import { expect, it } from 'vitest';
import { PicturesInView } from '../../../src/engine/konva/pictures/PicturesInView';
import type { CellSource, CellTable } from '../../../src/engine';
import { TestEditor } from '../../support/TestEditor';

const SIDE = 100;
const heads = Array.from({ length: SIDE }, (_head, at) => `${at}`);

it('The pictures of 10,000 cells are looked up once for a view, until the table is another one [SHEET-12]', () => {
  const { engine } = TestEditor.with({
    sheet: { type: 'sheet', at: [0, 0], data: { width: 3000, height: 3000 } },
  });
  let asked = 0;
  const tableOf = (name: string): CellTable => ({
    rows: heads,
    columns: heads,
    cellAt: (row, column) => {
      asked += 1;
      return { state: 'done', url: `/files/${name}-${row}-${column}.png`, isChosen: false };
    },
  });
  let table = tableOf('old');
  const cells: CellSource = { get: () => null, tableOf: () => table };
  const inView = new PicturesInView(engine, cells);

  const shown = inView.all.size;
  expect(shown).toBeGreaterThan(100);
  expect(shown).toBeLessThan(SIDE * SIDE);
  expect(asked).toBe(shown);
  // Each picture that arrives asks which cards show it.
  expect([...inView.all.keys()].every((url) => inView.cardsOf(url).has('sheet'))).toBe(true);
  expect(asked).toBe(shown);

  table = tableOf('new');
  expect([...inView.cardsOf('/files/old-0-0.png')]).toEqual([]);
  expect([...inView.cardsOf('/files/new-0-0.png')]).toEqual(['sheet']);
  expect(asked).toBe(2 * shown);
  engine.view.setViewport({ ...engine.view.viewport, x: -200 });
  expect(inView.cardsOf('/files/new-0-0.png').size).toBe(0);
});

it('After a move of everything only the pictures in view are looked for; the other nodes take their places later', () => {
  const nodes = Array.from({ length: 3000 }, (_node, at) => ({
    id: `n${at}`,
    type: 'imageUpload',
    position: { x: (at % 60) * 400, y: Math.floor(at / 60) * 500 },
    data: { value: `/files/${at}.png` },
  }));
  const { engine } = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  const inView = new PicturesInView(engine);
  expect([...inView.cardsOf('/files/0.png')]).toEqual(['n0']);

  engine.apply([{ type: 'moveAll', by: { x: 4000, y: 0 } }]);
  expect([...inView.cardsOf('/files/0.png')]).toEqual([]);
  // One step of settling takes a thousand: more is left, so nothing has settled all nodes.
  expect(engine.document.settle()).toBe(true);
});
