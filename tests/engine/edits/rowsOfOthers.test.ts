import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { categoryItems, moveInput, type CategoryItem, type Change } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const rows = (...names: string[]) =>
  names.map((name) => ({ id: `moods-item-${name}`, name, value: `${name} value`, parentId: 'moods' }));

const desk = (...names: string[]) =>
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

const ROW = 'moods-item-calm';
const ADDED = { id: 'theirs', name: 'light', value: 'dim', parentId: 'moods' };
const CALM = { nodeId: 'moods', name: 'name', rowId: 'moods-item-calm' } as const;
const ASIDE = { x: 450, y: 300 };

const rowsIn = (editor: TestEditor, name = 'moods'): readonly CategoryItem[] => categoryItems(editor.node(name));

/** The node, and each category with the row, of this id. */
const placesOf = ({ engine: { document } }: TestEditor, id: string): string[] =>
  document.allNodes().flatMap((node) => {
    if (node.id === id) return 'pane';
    return categoryItems(node).some((row) => row.id === id) ? node.id : [];
  });

const remove = (editor: TestEditor, id: string): Change[] =>
  placesOf(editor, id).map((place) =>
    place === 'pane' ? { type: 'removeNode', id } : { type: 'removeRow', id: place, rowId: id },
  );

const rewrite = (editor: TestEditor, id: string, name: string): Change[] =>
  placesOf(editor, id).map((place) =>
    place === 'pane'
      ? { type: 'setData', id, data: { name } }
      : { type: 'setRow', id: place, rowId: id, data: { name } },
  );

const nameOf = (editor: TestEditor, id: string): unknown[] =>
  placesOf(editor, id).map((place) =>
    place === 'pane' ? editor.node(id).data.name : rowsIn(editor, place).find((row) => row.id === id)?.name,
  );

describe('a row and what arrives beside it', () => {
  it.each([
    ['an edit', (editor: TestEditor) => editor.engine.editText(CALM, 'still')],
    ['taking one out', (editor: TestEditor) => editor.engine.detachRow('moods', 'moods-item-calm', ASIDE)],
    ['a new order', (editor: TestEditor) => editor.engine.moveRow('moods', 'moods-item-calm', 2)],
  ])('undoing %s leaves a row of somebody else that came since [CAT-14]', (_, act) => {
    const editor = desk('calm', 'wide');
    act(editor);
    editor.merge({ type: 'addRow', id: 'moods', row: ADDED });
    editor.undo();
    expect(rowsIn(editor)).toEqual([...rows('calm', 'wide'), ADDED]);
    editor.redo();
    editor.undo();
    expect(rowsIn(editor)).toEqual([...rows('calm', 'wide'), ADDED]);
  });
});

describe('a row whose words somebody else writes again', () => {
  it('keeps them when an older edit of it is undone; what was written after them is undone to them [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.editText({ ...CALM, name: 'value' }, 'mine');
    editor.engine.editText(CALM, 'still');
    editor.merge({ type: 'setRow', id: 'moods', rowId: 'moods-item-calm', data: { name: 'theirs' } });
    editor.engine.editText(CALM, 'mine again');
    expect(rowsIn(editor)[0]).toMatchObject({ name: 'mine again', value: 'mine' });
    expect(rowsIn(editor.undo())[0]).toMatchObject({ name: 'theirs', value: 'mine' });
    expect(rowsIn(editor.undo())[0]).toMatchObject({ name: 'theirs', value: 'calm value' });
    expect(editor.engine.canUndo).toBe(false);
  });

  it('comes back with them when it was deleted, or moved, before they came [UNDO-4]', () => {
    const theirs: Change = { type: 'setRow', id: 'moods', rowId: 'moods-item-calm', data: { name: 'theirs' } };
    const editor = desk('calm', 'wide');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: 'moods-item-calm' }]);
    expect(nameOf(editor.merge(theirs).undo(), 'moods-item-calm')).toEqual(['theirs']);
    editor.engine.detachRow('moods', 'moods-item-calm', ASIDE);
    editor.merge({ ...theirs, data: { name: 'theirs again' } });
    expect(nameOf(editor.undo(), 'moods-item-calm')).toEqual(['theirs again']);
  });

  it('and the deletion of its category is undone with them, and with a row that came into it [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods').keyDown('Delete');
    editor.merge(
      { type: 'setRow', id: 'moods', rowId: 'moods-item-calm', data: { name: 'theirs' } },
      { type: 'addRow', id: 'moods', row: ADDED },
    );
    editor.undo();
    const [calm, wide] = rows('calm', 'wide');
    expect(rowsIn(editor)).toEqual([{ ...calm, name: 'theirs' }, wide, ADDED]);
  });
});

it('many rows that came into a deleted category come back with it, in one look at the canvas [UNDO-4]', () => {
  const editor = desk('calm').select('moods').keyDown('Delete');
  const theirs = Array.from({ length: 50 }, (_, index) => ({ ...ADDED, id: `theirs-${index}` }));
  editor.merge(...theirs.map((row): Change => ({ type: 'addRow', id: 'moods', row })));
  const look = vi.spyOn(editor.engine.document, 'allNodes');
  editor.undo();
  expect(rowsIn(editor)).toEqual([...rows('calm'), ...theirs]);
  expect(look.mock.calls.length).toBeLessThan(10);
});

describe('what somebody else removes and brings back', () => {
  it('is undone further back, whether a row or its whole category went and came [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.editText({ nodeId: 'loose', name: 'name' }, 'step before');
    editor.engine.editText(CALM, 'mine');
    const [calm] = rowsIn(editor);
    const category = editor.node('moods');
    if (!calm) throw new Error('the row is gone');
    editor.merge({ type: 'removeRow', id: 'moods', rowId: calm.id });
    editor.merge({ type: 'addRow', id: 'moods', row: calm, index: 0 });
    editor.merge({ type: 'removeNode', id: 'moods' });
    editor.merge({ type: 'addNode', node: category });
    expect(nameOf(editor.undo(), calm.id)).toEqual(['calm']);
    expect(editor.node('loose').data.name).toBe('step before');
  });

  it('comes once, though its deletion is undone after them [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    const [calm] = rowsIn(editor);
    if (!calm) throw new Error('the row is gone');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: calm.id }]);
    editor.merge({ type: 'addRow', id: 'moods', row: calm, index: 0 });
    expect(placesOf(editor.undo(), calm.id)).toEqual(['moods']);
    expect(rowsIn(editor)).toHaveLength(2);
    editor.engine.moveRowInto('moods', calm.id, 'other');
    editor.merge({ type: 'addRow', id: 'moods', row: calm, index: 0 });
    editor.undo();
    expect(rowsIn(editor).filter(({ id }) => id === calm.id)).toHaveLength(1);
  });
});

describe('a row that a person deletes while others move it', () => {
  it('comes back by the undo only if it is nowhere else [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: ROW }]);
    editor.merge({ type: 'addRow', id: 'other', row: { id: ROW, name: 'calm', value: 'x', parentId: 'other' } });
    expect(placesOf(editor.undo(), ROW)).toEqual(['other']);
  });

  it('is not in the category either that comes back without it, and a card of theirs stays a row [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods', 'loose').keyDown('Delete');
    const taken = [ROW, 'loose'].map((id): Change => ({
      type: 'addRow',
      id: 'other',
      row: { id, name: id, value: 'x', parentId: 'other' },
    }));
    editor.merge(...taken).undo();
    expect([placesOf(editor, ROW), placesOf(editor, 'loose')]).toEqual([['other'], ['other']]);
    expect(rowsIn(editor).map(({ name }) => name)).toEqual(['wide']);
  });
});

describe('a category that a person deletes while others put something into it', () => {
  it('is one with its own rows and theirs once the deletion is undone [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods').keyDown('Delete');
    editor.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: ASIDE, data: { categories: [ADDED] } },
    });
    editor.undo();
    expect(
      rowsIn(editor)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...rows('calm', 'wide'), ADDED].map(({ id }) => id).toSorted());
    expect(editor.edges).toEqual(['moods-art', 'loose-art']);
  });

  it('comes back with what the person gave it before [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.apply([{ type: 'setData', id: 'moods', data: { title: 'mine' } }]);
    editor.engine.apply([{ type: 'moveNode', id: 'moods', position: ASIDE }]);
    editor.select('moods').keyDown('Delete');
    editor.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: { x: 0, y: 0 }, data: { categories: [ADDED] } },
    });
    editor.undo();
    expect([editor.node('moods').data['title'], editor.node('moods').position]).toEqual(['mine', ASIDE]);
  });

  it('stays with their rows and its connections when the deletion is redone [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods').keyDown('Delete').undo();
    editor.merge({ type: 'addRow', id: 'moods', row: ADDED }).redo();
    expect([rowsIn(editor), editor.edges]).toEqual([[ADDED], ['moods-art', 'loose-art']]);
    expect(rowsIn(editor.undo()).map(({ id }) => id)).toEqual([...rows('calm', 'wide'), ADDED].map(({ id }) => id));
  });

  it('does not bring a row of theirs that the person has taken out since [UNDO-4]', () => {
    const editor = desk('calm').select('moods').keyDown('Delete');
    const other = { ...ADDED, id: 'other row' };
    editor.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: ASIDE, data: { categories: [ADDED, other] } },
    });
    editor.engine.detachRow('moods', ADDED.id, ASIDE);
    editor.merge({ type: 'removeNode', id: 'moods' });
    editor.undo();
    expect(placesOf(editor, ADDED.id)).toEqual(['pane']);
  });
});

const WAYS: readonly [string, string, (editor: TestEditor) => void][] = [
  ['a new order', 'moods-item-wild', ({ engine }) => engine.moveRow('moods', 'moods-item-wild', 0)],
  ['taking it out', 'moods-item-wild', ({ engine }) => engine.detachRow('moods', 'moods-item-wild', ASIDE)],
  [
    'its way into another category',
    'moods-item-wild',
    ({ engine }) => engine.moveRowInto('moods', 'moods-item-wild', 'other'),
  ],
  ['its way into a category', 'loose', ({ engine }) => engine.dropInto(['loose'], 'moods')],
];
const DESKS: readonly (readonly string[])[] = [['calm', 'late', 'wild'], ['wild']];
const MOVES = DESKS.flatMap((names) =>
  WAYS.map(([way, id, act]) => ({ way, id, act, names, of: names.length })).filter(
    ({ way }) => names.length > 1 || way !== 'a new order',
  ),
);

type Act = (editor: TestEditor, place: string, turn: number) => void;

const into = ({ engine }: TestEditor, place: string, category: string): void => {
  if (place === 'pane') engine.dropInto([ROW], category);
  else engine.moveRowInto(place, ROW, category);
};

const MINE: Readonly<Record<string, Act>> = {
  write: ({ engine }, place, turn) =>
    engine.editText(
      { nodeId: place === 'pane' ? ROW : place, name: 'name', ...(place !== 'pane' && { rowId: ROW }) },
      String(turn),
    ),
  order: ({ engine }, place, turn) => engine.moveRow(place, ROW, turn % 3),
  'take out': ({ engine }, place) => engine.detachRow(place, ROW, ASIDE),
  'into moods': (editor, place) => into(editor, place, 'moods'),
  'into other': (editor, place) => into(editor, place, 'other'),
};

/** A merge brings the changes in the order of the nodes: the row may come before it goes. */
const theyPutItInto = (editor: TestEditor, place: string, category: string): void => {
  if (place === category || !editor.nodes.includes(category) || nameOf(editor, ROW).length === 0) return;
  const value =
    place === 'pane' ? editor.node(ROW).data.value : rowsIn(editor, place).find(({ id }) => id === ROW)?.value;
  const row = { id: ROW, name: String(nameOf(editor, ROW)[0]), value: String(value), parentId: category };
  const changes: Change[] = [{ type: 'addRow', id: category, row }, ...remove(editor, ROW)];
  editor.merge(...(category === 'moods' ? changes : changes.toReversed()));
};

const THEIRS: Readonly<Record<string, Act>> = {
  'they write': (editor, _, turn) => editor.merge(...rewrite(editor, ROW, String(turn))),
  'they delete it': (editor) => editor.merge(...remove(editor, ROW)),
  'they delete moods': (editor) => editor.merge({ type: 'removeNode', id: 'moods' }),
  'they delete other': (editor) => editor.merge({ type: 'removeNode', id: 'other' }),
  'they put it into moods': (editor, place) => theyPutItInto(editor, place, 'moods'),
  'they put it into other': (editor, place) => theyPutItInto(editor, place, 'other'),
  'they delete the rest': (editor) => editor.merge(...remove(editor, 'moods-item-wide')),
  'they take it out': (editor, place) => {
    const row = editor.nodes.includes(place) && rowsIn(editor, place).find(({ id }) => id === ROW);
    if (!row) return;
    const { name, value } = row;
    editor.merge({ type: 'removeRow', id: place, rowId: ROW });
    editor.merge({ type: 'addNode', node: { id: ROW, type: 'categoryItem', position: ASIDE, data: { name, value } } });
  },
};

const MOVED_BY_BOTH = [
  ['take out', 'into other', 'they write', 'they take it out', 'undo'],
  ['take out', 'into other', 'they write', 'they put it into moods', 'undo', 'undo'],
  ['write', 'they put it into other', 'they write', 'they put it into moods', 'undo'],
];

describe('a row that a person has moved', () => {
  it.each(MOVES)(
    'keeps the words that others have given it since when $way is undone and redone (of $of) [CAT-17]',
    ({ names, id, act }) => {
      const editor = desk(...names);
      const [before, edges] = [placesOf(editor, id), editor.edges];
      const order = rowsIn(editor).map((row) => row.id);
      act(editor);
      const after = placesOf(editor, id);
      editor.merge(...rewrite(editor, id, 'theirs'));
      editor.undo();
      expect([placesOf(editor, id), nameOf(editor, id), editor.edges]).toEqual([before, ['theirs'], edges]);
      expect(rowsIn(editor).map((row) => row.id)).toEqual(order);
      editor.merge(...rewrite(editor, id, 'theirs again'));
      editor.redo();
      expect([placesOf(editor, id), nameOf(editor, id)]).toEqual([after, ['theirs again']]);
      editor.undo();
      expect([placesOf(editor, id), nameOf(editor, id), editor.edges]).toEqual([before, ['theirs again'], edges]);
    },
  );

  it.each(MOVES)(
    'does not come back by the undo of $way when others have deleted it (of $of) [CAT-17]',
    ({ names, id, act }) => {
      const editor = desk(...names);
      act(editor);
      editor.merge(...remove(editor, id));
      const { nodes, edges } = editor;
      editor.undo();
      expect([placesOf(editor, id), editor.nodes, editor.edges]).toEqual([[], nodes, edges]);
      expect([editor.engine.canUndo, editor.engine.canRedo]).toEqual([false, false]);
    },
  );

  it.each(MOVES)('nor by redoing $way (of $of) [CAT-17]', ({ names, id, act }) => {
    const editor = desk(...names);
    act(editor);
    editor.undo();
    editor.merge(...remove(editor, id));
    const { nodes, edges } = editor;
    editor.redo();
    expect([placesOf(editor, id), editor.nodes, editor.edges]).toEqual([[], nodes, edges]);
  });

  it('leaves its category, when that is redone, with a row that has come since, and the connections of both [CAT-17]', () => {
    const editor = desk('wild');
    editor.engine.detachRow('moods', 'moods-item-wild', ASIDE);
    editor.undo().merge({ type: 'addRow', id: 'moods', row: ADDED }).redo();
    expect([rowsIn(editor), placesOf(editor, 'moods-item-wild')]).toEqual([[ADDED], ['pane']]);
    expect(editor.edges).toEqual(['moods-art', 'loose-art']);
    editor.undo();
    expect(rowsIn(editor)).toEqual([...rows('wild'), ADDED]);
  });

  it.each(WAYS.slice(1, 3))(
    'stays where it is when its category has gone since, if %s is undone [CAT-17]',
    (_, id, act) => {
      for (const gone of [['moods'], ['moods-item-calm']]) {
        const editor = desk('calm', 'wild');
        act(editor);
        const places = placesOf(editor, id);
        editor.merge(...gone.flatMap((one) => remove(editor, one)));
        expect(editor.nodes).not.toContain('moods');
        editor.undo();
        expect([placesOf(editor, id), nameOf(editor, id)]).toEqual([places, ['wild']]);
        expect(editor.engine.canUndo).toBe(false);
      }
    },
  );

  it('keeps them through every step back, also those before the moves [CAT-17] [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.editText(CALM, 'mine');
    editor.engine.detachRow('moods', 'moods-item-calm', ASIDE);
    editor.engine.dropInto(['moods-item-calm'], 'other');
    editor.merge(...rewrite(editor, 'moods-item-calm', 'theirs'));
    const seen = ['pane', 'moods'].map((place) => [placesOf(editor.undo(), 'moods-item-calm'), place]);
    expect(seen).toEqual([
      [['pane'], 'pane'],
      [['moods'], 'moods'],
    ]);
    expect(nameOf(editor.undo(), 'moods-item-calm')).toEqual(['theirs']);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('goes into its category again though what went in with it is deleted [CAT-17]', () => {
    const editor = desk('calm');
    editor.merge({
      type: 'addNode',
      node: { id: 'second', type: 'categoryItem', position: ASIDE, data: { name: 'second', value: 'x' } },
    });
    editor.engine.dropInto(['loose', 'second'], 'moods');
    editor.merge({ type: 'removeRow', id: 'moods', rowId: ROW });
    editor.undo();
    editor.merge({ type: 'removeNode', id: 'loose' });
    expect(placesOf(editor.redo(), 'second')).toEqual(['moods']);
    expect(placesOf(editor.undo(), 'second')).toEqual(['pane']);
  });

  it('is in one place with the last words of others, whatever both do, and gone only if others have deleted it [CAT-17] [UNDO-4]', () => {
    const steps = fc.array(fc.constantFrom(...Object.keys(MINE), 'undo', 'redo', ...Object.keys(THEIRS)), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(steps, (both) => {
        const editor = desk('calm', 'wide');
        editor.merge(...rewrite(editor, ROW, '-1'));
        let [lastWords, isDeleted] = [-1, false];
        for (const [turn, step] of both.entries()) {
          const [place = 'nowhere'] = placesOf(editor, ROW);
          MINE[step]?.(editor, place, turn);
          THEIRS[step]?.(editor, place, turn);
          if (step === 'undo' || step === 'redo') editor[step]();
          if (step === 'they write') lastWords = turn;
          if (step in THEIRS) isDeleted ||= placesOf(editor, ROW).length === 0;
          expect(placesOf(editor, ROW)).toHaveLength(isDeleted ? 0 : 1);
          for (const name of nameOf(editor, ROW)) expect(Number(name)).toBeGreaterThanOrEqual(lastWords);
        }
      }),
      { numRuns: 500, examples: MOVED_BY_BOTH.map((both) => [[...both]]) },
    );
  });
});

describe('a connection that others have deleted', () => {
  it('does not come back when its new place among the inputs is undone', () => {
    const editor = desk('calm');
    editor.engine.apply(moveInput(editor.engine.document, 'loose-art', 0));
    editor.merge({ type: 'removeEdge', id: 'loose-art' });
    expect(editor.undo().edges).toEqual(['moods-art']);
  });
});
