import { expect, it } from 'vitest';
import type { Change } from '../../../src/engine';
import { TestEditor } from '../../support/TestEditor';
import { gridEditor, name, NODES } from '../support/gridEditor';

const EVERYWHERE = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

const GONE = Array.from({ length: 70 }, (_, index) => name(30 + 50 * index));
/** The pipes that the editor finds, box by box. */
const found = ({ engine }: TestEditor): string[][] =>
  [
    EVERYWHERE,
    ...Array.from({ length: 30 }, (_, row) => ({ x: row * 700, y: row * 300, width: 500, height: 400 })),
  ].map((box) =>
    engine.scene
      .edgesIn(box)
      .map(({ id }) => id)
      .toSorted(),
  );

it.each([
  [0, false, false],
  [1, false, true],
  [1, true, false],
  [3, true, true],
  [40, false, true],
])(
  'a large canvas that is edited %i steps after it was opened, undone: %s, and saved: %s, equals one that is opened in that state',
  (steps, isUndone, isSaved) => {
    const editor = gridEditor();
    for (let step = 0; step < steps; step++) editor.engine.scene.settle();
    // Very many changes at once are followed later.
    editor.engine.apply(GONE.map((id) => ({ type: 'removeNode', id })));
    if (isUndone) editor.undo();
    editor.engine.apply([{ type: 'moveAll', by: { x: 30, y: -15 } }]);
    // Saving settles every node before the indexes are made.
    if (isSaved) while (editor.engine.document.settle());
    while (editor.engine.scene.settle());
    editor.merge({ type: 'moveNode', id: name(7), position: { x: 900, y: 900 } });

    const snapshot = editor.engine.snapshot();
    const names = Array.from({ length: NODES }, (_, index) => name(index));
    expect(snapshot.nodes.map(({ id }) => id)).toEqual(names.filter((id) => isUndone || !GONE.includes(id)));
    expect(snapshot.nodes.every((node) => node === editor.engine.document.node(node.id))).toBe(true);
    expect(found(editor)).toEqual(found(new TestEditor(snapshot)));
    editor.undo().undo();
    expect(found(editor)).toEqual(found(new TestEditor(editor.engine.snapshot())));
  },
);

it.each([0, 1, 3, 40])('a large canvas that another tab moves %i steps after it was opened has its pipes', (steps) => {
  const editor = gridEditor();
  for (let step = 0; step < steps; step++) editor.engine.scene.settle();
  const nodes = editor.engine.document.allNodes();
  editor.merge(
    ...nodes.map(({ id, position: { x, y } }): Change => ({
      type: 'moveNode',
      id,
      position: { x: x + 600, y: y + 600 },
    })),
  );
  while (editor.engine.scene.settle());
  expect(found(editor)).toEqual(found(new TestEditor(editor.engine.snapshot())));
});
