import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change } from '../../../src/engine';
import type { TestEditor } from '../../support/TestEditor';
import {
  rows,
  desk,
  ROW,
  ADDED,
  CALM,
  ASIDE,
  rowsIn,
  placesOf,
  remove,
  rewrite,
  nameOf,
} from '../support/categoryDesk';

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
