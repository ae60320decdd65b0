import { describe, expect, it } from 'vitest';
import { nodeKind } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const rows = (...names: string[]) =>
  names.map((name) => ({ id: `moods-item-${name}`, name, value: `${name} value`, parentId: 'moods' }));

const desk = (...names: string[]) =>
  TestEditor.with(
    {
      moods: { type: 'category', at: [0, 0], data: { categories: rows(...names) } },
      loose: { type: 'categoryItem', at: [450, 0], data: { name: 'colour', value: ['red', 'blue'] } },
      note: { type: 'text', at: [450, 150], data: { name: 'place', value: 'Seoul' } },
      art: { type: 'image', at: [900, 0] },
    },
    [pipe('moods', 'art'), pipe('loose', 'art')],
  );

const INSIDE = { x: 120, y: 60 } as const;

describe('merging into a category', () => {
  it('highlights the category under the pointer and takes the item as its last row [CAT-11] [CAT-12] [NODE-6]', () => {
    const editor = desk('calm').pointerDown('loose').pointerMove(INSIDE);
    expect(editor.engine.preview.dropTargetId).toBe('moods');

    editor.pointerUp();
    expect(editor.node('moods').data.categories).toEqual([
      ...rows('calm'),
      { id: 'loose', name: 'colour', value: ['red', 'blue'], parentId: 'moods' },
    ]);
    expect(editor.nodes).not.toContain('loose');
    expect(editor.edges, 'its edges go').toEqual(['moods-art']);
    expect(editor.selected).toEqual([]);
    expect(editor.engine.preview.dropTargetId).toBeNull();

    editor.undo();
    expect(editor.nodes).toEqual(['moods', 'loose', 'note', 'art']);
    expect(editor.edges).toEqual(['moods-art', 'loose-art']);
    expect(editor.at('loose')).toEqual([450, 0]);
  });

  it('goes by the card where the pointer is beside it: a tenth of the card is enough, less is not [CAT-11] [CAT-12]', () => {
    const editor = desk('calm').pointerDown({ x: 650, y: 20 }).pointerMove({ x: 410, y: 20 });
    expect(editor.drawnAt('loose'), '35 of 245 px over the category').toEqual([210, 0]);
    expect(editor.engine.preview.dropTargetId).toBe('moods');
    editor.pointerMove({ x: 425, y: 20 });
    expect(editor.drawnAt('loose'), '20 of 245 px').toEqual([225, 0]);
    expect(editor.engine.preview.dropTargetId).toBeNull();
    editor.pointerMove({ x: 410, y: 20 });
    expect(editor.pointerUp().nodes).not.toContain('loose');
  });

  it('takes the category under the pointer before one that the card overlaps more, else the most overlapped [CAT-11]', () => {
    const editor = TestEditor.with({
      left: { type: 'category', at: [0, 0], data: { categories: rows('a') } },
      right: { type: 'category', at: [260, 0], data: { categories: rows('b') } },
      loose: { type: 'categoryItem', at: [600, 300], data: { name: 'colour', value: 'red' } },
    });
    editor.pointerDown({ x: 620, y: 320 }).pointerMove({ x: 200, y: 20 });
    expect(editor.drawnAt('loose'), 'mostly over the right one').toEqual([180, 0]);
    expect(editor.engine.preview.dropTargetId).toBe('left');
    editor.pointerMove({ x: 200, y: -5 });
    expect(editor.engine.preview.dropTargetId).toBe('right');
  });

  it('takes texts, and several at once, but not a picture [CAT-12]', () => {
    const editor = desk('calm').select('loose', 'note').drag('note', INSIDE);
    const merged = editor.node('moods').data.categories as { id: string }[];
    expect(merged.map(({ id }) => id)).toEqual(['moods-item-calm', 'loose', 'note']);
    expect(editor.engine.document.node('note')).toBeUndefined();

    editor.drag('art', { x: 60, y: 140 });
    expect(editor.at('art')).toEqual([0, 120]);
  });

  it('does not merge a category into a category', () => {
    const editor = TestEditor.with({
      one: { type: 'category', at: [0, 0], data: { categories: rows('a') } },
      two: { type: 'category', at: [450, 0], data: { categories: rows('b') } },
    });
    editor.drag('two', INSIDE);
    expect(editor.nodes).toEqual(['one', 'two']);
    expect(editor.at('two')).toEqual([60, 45]);
  });

  it('moves the item instead when the category goes while it is aimed at', () => {
    const editor = desk('calm').pointerDown('loose').pointerMove(INSIDE).merge({ type: 'removeNode', id: 'moods' });
    expect(editor.engine.preview.dropTargetId).toBeNull();
    editor.pointerUp();
    expect(editor.at('loose')).toEqual([510 - 450, 45]);
  });
});

describe('taking a row out', () => {
  it('makes it a node of its own under its item id, on the grid [CAT-6]', () => {
    const editor = desk('calm', 'wild');
    editor.pointerDown(editor.grip('moods', 'moods-item-wild')).pointerMove([340, 460]).expectState('draggingRow');
    expect(editor.engine.preview.item).toEqual({
      nodeId: 'moods',
      rowId: 'moods-item-wild',
      at: { x: 340, y: 460 },
      slot: null,
    });

    editor.pointerUp();
    expect(editor.node('moods-item-wild')).toEqual({
      id: 'moods-item-wild',
      type: 'categoryItem',
      position: { x: 345, y: 465 },
      data: { name: 'wild', value: 'wild value' },
    });
    expect(editor.node('moods').data.categories).toEqual(rows('calm'));
    expect(editor.engine.preview.item).toBeNull();

    editor.undo();
    expect(editor.nodes).toEqual(['moods', 'loose', 'note', 'art']);
    expect(editor.node('moods').data.categories).toEqual(rows('calm', 'wild'));
  });

  it('keeps the row when it is dropped where it was', () => {
    const editor = desk('calm', 'wild');
    for (const y of [20, 60, 130, 170]) {
      editor.drag(editor.grip('moods', 'moods-item-calm'), { x: 100, y });
      expect(editor.node('moods').data.categories).toEqual(rows('calm', 'wild'));
    }
    expect(editor.engine.canUndo).toBe(false);
  });

  it('takes a new id when the item id is taken [CAT-6]', () => {
    const editor = desk('calm', 'wild').merge({
      type: 'addNode',
      node: { id: 'moods-item-wild', type: 'text', position: { x: 0, y: 900 }, data: {} },
    });
    editor.drag(editor.grip('moods', 'moods-item-wild'), { x: 300, y: 450 });
    expect(editor.nodes.at(-1)).toMatch(/^categoryItem_node_/);
    expect(new Set(editor.nodes).size).toBe(editor.nodes.length);
  });

  it('removes the category with its last row, its edges too, in one step [CAT-3]', () => {
    const editor = desk('calm');
    editor.drag(editor.grip('moods', 'moods-item-calm'), { x: 300, y: 450 });
    expect(editor.nodes).toEqual(['loose', 'note', 'art', 'moods-item-calm']);
    expect(editor.edges).toEqual(['loose-art']);

    editor.undo();
    expect(editor.nodes).toEqual(['moods', 'loose', 'note', 'art']);
    expect(editor.edges).toEqual(['moods-art', 'loose-art']);
    expect(editor.redo().nodes).toEqual(['loose', 'note', 'art', 'moods-item-calm']);
  });

  it('removes itself when somebody else takes its last row, and comes back with it [CAT-3]', () => {
    const editor = desk('calm', 'wild');
    editor.drag(editor.grip('moods', 'moods-item-calm'), { x: 300, y: 450 });
    editor.merge({ type: 'setData', id: 'moods', data: { categories: [] } });
    expect(editor.nodes).toEqual(['loose', 'note', 'art', 'moods-item-calm']);
    expect(editor.edges).toEqual(['loose-art']);

    const alone = desk('calm');
    alone.engine.apply([{ type: 'setData', id: 'moods', data: { categories: [] } }]);
    expect(alone.nodes).not.toContain('moods');
    alone.undo();
    expect(alone.node('moods').data.categories).toEqual(rows('calm'));
    expect(alone.edges).toEqual(['moods-art', 'loose-art']);
  });

  it('is left out of a snapshot that has an empty one; an unreadable one stays [CAT-3]', () => {
    const empty = TestEditor.with(
      {
        moods: { type: 'category', at: [0, 0], data: { categories: [] } },
        newer: { type: 'category', at: [0, 300], data: { groups: [] } },
        art: { type: 'image', at: [900, 0] },
      },
      [pipe('moods', 'art'), pipe('newer', 'art')],
    );
    expect([empty.nodes, empty.edges]).toEqual([['newer', 'art'], ['newer-art']]);
    empty.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: { x: 0, y: 0 }, data: { categories: [] } },
    });
    expect(empty.nodes).toEqual(['newer', 'art']);
  });

  it('and back in again is the same row', () => {
    const editor = desk('calm', 'wild');
    editor.drag(editor.grip('moods', 'moods-item-wild'), { x: 300, y: 450 }).drag('moods-item-wild', INSIDE);
    expect(editor.node('moods').data.categories).toEqual(rows('calm', 'wild'));
  });

  it('gives the row up when somebody else takes it meanwhile', () => {
    const editor = desk('calm', 'wild');
    editor.pointerDown(editor.grip('moods', 'moods-item-wild')).pointerMove([340, 460]);
    editor
      .merge({ type: 'setData', id: 'moods', data: { categories: rows('calm') } })
      .expectState('idle')
      .pointerUp();
    expect(editor.engine.preview.item).toBeNull();
    expect(editor.nodes).not.toContain('moods-item-wild');
  });

  it('works for the keyboard and the accessible layer alike', () => {
    const editor = desk('calm', 'wild');
    editor.engine.detachRow('moods', 'moods-item-wild', { x: 301, y: 449 });
    expect(editor.at('moods-item-wild')).toEqual([300, 450]);
    editor.engine.dropInto(['moods-item-wild', 'moods-item-wild', 'nobody', 'art'], 'moods');
    expect(editor.node('moods').data.categories).toEqual(rows('calm', 'wild'));
    expect(editor.nodes).toContain('art');

    editor.takeEvents();
    editor.engine.detachRow('moods', 'no-such-row', { x: 0, y: 0 });
    editor.engine.detachRow('art', 'no-such-row', { x: 0, y: 0 });
    expect(editor.takeEvents()).toEqual([]);
  });

  it('keeps rows and members of a newer version', () => {
    const newer = [{ ...rows('calm')[0], weight: 3 }, rows('wild')[0], { kind: 'divider' }];
    const editor = TestEditor.with({ moods: { type: 'category', at: [0, 0], data: { categories: newer } } });
    editor.engine.editText({ nodeId: 'moods', name: 'value', rowId: 'moods-item-calm' }, 'still');
    expect(editor.node('moods').data.categories).toEqual([{ ...newer[0], value: 'still' }, newer[1], newer[2]]);

    editor.engine.detachRow('moods', 'moods-item-calm', { x: 300, y: 0 });
    expect(editor.node('moods').data.categories).toEqual([newer[1], newer[2]]);
    expect(editor.node('moods-item-calm').data).toEqual({ name: 'calm', value: 'still', weight: 3 });
  });
});

const namesIn = (editor: TestEditor) =>
  (editor.node('moods').data.categories as { name: string }[]).map(({ name }) => name);

describe('a row among the others of its category', () => {
  it.each(['mouse', 'touch', 'pen'] as const)(
    'is put before or after them by its grip, in one step (%s) [CAT-13]',
    (pointerType) => {
      const editor = desk('calm', 'wild', 'late');
      editor.pointerDown(editor.grip('moods', 'moods-item-late'), { pointerType });
      editor.pointerMove({ x: 60, y: 80 }, { pointerType }).expectState('draggingRow');
      expect(editor.engine.preview).toMatchObject({ dropTargetId: 'moods', item: { slot: 0 } });
      editor.pointerUp(undefined, { pointerType });
      expect(namesIn(editor)).toEqual(['late', 'calm', 'wild']);
      expect(namesIn(editor.undo())).toEqual(['calm', 'wild', 'late']);
      expect(editor.engine.canUndo).toBe(false);
    },
  );

  it('goes to the end too, and to every place between [CAT-13]', () => {
    const orders = [100, 180, 260, 300].map((y) => {
      const editor = desk('calm', 'wild', 'late');
      return namesIn(editor.drag(editor.grip('moods', 'moods-item-calm'), { x: 100, y })).join(' ');
    });
    expect(orders).toEqual(['calm wild late', 'wild calm late', 'wild late calm', 'wild late calm']);
  });

  it('moves a row to a slot by its id; rows of an unknown shape keep their order, and no other place moves anything', () => {
    const newer = [rows('calm')[0], { kind: 'divider' }, rows('wild')[0], rows('late')[0]];
    const editor = TestEditor.with({ moods: { type: 'category', at: [0, 0], data: { categories: newer } } });
    editor.engine.moveRow('moods', 'moods-item-late', 0);
    expect(editor.node('moods').data.categories).toEqual([newer[3], newer[0], newer[1], newer[2]]);
    editor.takeEvents();
    for (const slot of [-1, 0, 1, 4]) editor.engine.moveRow('moods', 'moods-item-late', slot);
    editor.engine.moveRow('moods', 'nobody', 1);
    editor.engine.moveRow('nobody', 'moods-item-late', 1);
    expect(editor.eventTypes).toEqual([]);
  });
});

const two = (...inOther: string[]) =>
  TestEditor.with({
    moods: { type: 'category', at: [0, 0], data: { categories: rows('calm', 'wild') } },
    other: { type: 'category', at: [450, 0], data: { categories: rows(...inOther) } },
  });
const idsIn = (editor: TestEditor, name: string) =>
  (editor.node(name).data.categories as { id: string }[]).map(({ id }) => id);

describe('a row on its way from one category to another', () => {
  it.each(['mouse', 'touch'] as const)(
    'is highlighted on the other category, and moves there in one step (%s)',
    (pointerType) => {
      const editor = two('late').pointerDown(two('late').grip('moods', 'moods-item-wild'), { pointerType });
      editor.pointerMove([100, 60], { pointerType });
      expect(editor.engine.preview.dropTargetId, 'its own is lit like the others').toBe('moods');
      editor.pointerMove([500, 60], { pointerType }).expectState('draggingRow');
      expect(editor.engine.preview.dropTargetId).toBe('other');

      editor.pointerUp(undefined, { pointerType });
      expect(editor.node('other').data.categories).toEqual([
        ...rows('late'),
        { ...rows('wild')[0], parentId: 'other' },
      ]);
      expect(idsIn(editor, 'moods')).toEqual(['moods-item-calm']);
      expect([editor.nodes, editor.engine.preview.dropTargetId]).toEqual([['moods', 'other'], null]);
      editor.undo();
      expect([idsIn(editor, 'moods'), idsIn(editor, 'other')]).toEqual([
        ['moods-item-calm', 'moods-item-wild'],
        ['moods-item-late'],
      ]);
      expect(editor.engine.canUndo).toBe(false);
    },
  );

  it('takes an emptied category away, its edges too [CAT-3]', () => {
    const editor = TestEditor.with(
      {
        moods: { type: 'category', at: [0, 0], data: { categories: rows('calm') } },
        other: { type: 'category', at: [450, 0], data: { categories: rows('late') } },
        art: { type: 'image', at: [900, 0] },
      },
      [pipe('moods', 'art')],
    );
    editor.drag(editor.grip('moods', 'moods-item-calm'), [500, 60]);
    expect([editor.nodes, editor.edges]).toEqual([['other', 'art'], []]);
    editor.undo();
    expect([editor.nodes, editor.edges]).toEqual([['moods', 'other', 'art'], ['moods-art']]);
  });

  it('gets a new id where a row has its own already', () => {
    const editor = two('wild');
    editor.drag(editor.grip('moods', 'moods-item-wild'), [500, 60]);
    expect(idsIn(editor, 'other')).toEqual(['moods-item-wild', 'categoryItem_node_new1']);
    expect(editor.node('other').data.categories).toMatchObject([{}, { name: 'wild', value: 'wild value' }]);
  });

  it('is aimed again when others move the category away from under it', () => {
    const editor = two('late').pointerDown(two('late').grip('moods', 'moods-item-wild')).pointerMove([500, 60]);
    editor.merge({ type: 'moveNode', id: 'other', position: { x: 450, y: 600 } });
    expect(editor.engine.preview.dropTargetId).toBeNull();
    editor.pointerUp();
    expect(editor.at('moods-item-wild')).toEqual([495, 60]);
  });

  it('may be asked for without a pointer', () => {
    const editor = two('late');
    editor.engine.dropRow('moods', 'moods-item-wild', { x: 500, y: 60 });
    expect(idsIn(editor, 'other')).toEqual(['moods-item-late', 'moods-item-wild']);
    editor.engine.dropRow('moods', 'moods-item-calm', { x: 100, y: 60 });
    expect(idsIn(editor, 'moods')).toEqual(['moods-item-calm']);
    editor.takeEvents();
    editor.engine.dropRow('moods', 'no-such-row', { x: 500, y: 60 });
    editor.engine.dropRow('nobody', 'moods-item-calm', { x: 500, y: 60 });
    expect(editor.takeEvents()).toEqual([]);
  });
});

describe('what goes into what', () => {
  it('a merged item gets a new id where a row has its own already', () => {
    const editor = TestEditor.with({
      moods: { type: 'category', at: [0, 0], data: { categories: rows('calm') } },
      'moods-item-calm': { type: 'categoryItem', at: [450, 0], data: { name: 'colour', value: 'red' } },
    });
    editor.drag('moods-item-calm', INSIDE);
    expect(editor.node('moods').data.categories).toEqual([
      ...rows('calm'),
      { id: 'categoryItem_node_new1', name: 'colour', value: 'red', parentId: 'moods' },
    ]);
    expect(editor.nodes).toEqual(['moods']);
  });

  it('a mixed handful is moved: a target takes all of it or nothing', () => {
    const editor = desk('calm').select('loose', 'art').pointerDown('loose').pointerMove(INSIDE);
    expect(editor.engine.preview.dropTargetId).toBeNull();
    editor.pointerUp();
    expect(editor.nodes).toEqual(['moods', 'loose', 'note', 'art']);
  });

  it('is a rule of the kinds: only a category takes anything in, and only items and texts [CAT-12]', () => {
    const types = (
      ['textPrompt', 'imageUpload', 'image', 'category', 'categoryItem', 'text', 'model', 'video', 'audio'] as const
    ).map((type) => [type, nodeKind(type)?.drop?.types ?? []]);
    expect(Object.fromEntries(types)).toEqual({
      textPrompt: [],
      imageUpload: [],
      image: [],
      category: ['categoryItem', 'text'],
      categoryItem: [],
      text: [],
      model: [],
      video: [],
      audio: [],
    });
  });
});
