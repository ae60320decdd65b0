import { categoryItems, type CategoryItem, type Change } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

export const rows = (...names: string[]) =>
  names.map((name) => ({ id: `moods-item-${name}`, name, value: `${name} value`, parentId: 'moods' }));

export const desk = (...names: string[]) =>
  TestEditor.with(
    {
      moods: { type: 'category', at: [0, 0], data: { categories: rows(...names) } },
      other: {
        type: 'category',
        at: [450, 0],
        data: { categories: [{ id: 'far', name: 'far', value: 'far value', parentId: 'other' }] },
      },
      loose: { type: 'categoryItem', at: [900, 0], data: { name: 'loose', value: 'loose value' } },
      art: { type: 'image', at: [900, 300] },
    },
    [pipe('moods', 'art'), pipe('loose', 'art')],
  );

export const ROW = 'moods-item-calm';
export const ADDED = { id: 'theirs', name: 'light', value: 'dim', parentId: 'moods' };
export const CALM = { nodeId: 'moods', name: 'name', rowId: 'moods-item-calm' } as const;
export const ASIDE = { x: 450, y: 300 };

export const rowsIn = (editor: TestEditor, name = 'moods'): readonly CategoryItem[] => categoryItems(editor.node(name));

/** The node, and each category with the row, of this id. */
export const placesOf = ({ engine: { document } }: TestEditor, id: string): string[] =>
  document.allNodes().flatMap((node) => {
    if (node.id === id) return 'pane';
    return categoryItems(node).some((row) => row.id === id) ? node.id : [];
  });

export const remove = (editor: TestEditor, id: string): Change[] =>
  placesOf(editor, id).map((place) =>
    place === 'pane' ? { type: 'removeNode', id } : { type: 'removeRow', id: place, rowId: id },
  );

export const rewrite = (editor: TestEditor, id: string, name: string): Change[] =>
  placesOf(editor, id).map((place) =>
    place === 'pane'
      ? { type: 'setData', id, data: { name } }
      : { type: 'setRow', id: place, rowId: id, data: { name } },
  );

export const nameOf = (editor: TestEditor, id: string): unknown[] =>
  placesOf(editor, id).map((place) =>
    place === 'pane' ? editor.node(id).data.name : rowsIn(editor, place).find((row) => row.id === id)?.name,
  );
