import { describe, expect, it } from 'vitest';
import { cardLayout, toggleListMode } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const rows = [
  { id: 'r1', name: '무엇', value: '고양이, 강아지, 새', parentId: 'moods' },
  { id: 'r2', name: '하나', value: '숲', parentId: 'moods' },
];

const desk = () =>
  TestEditor.with(
    {
      moods: { type: 'category', at: [0, 0], data: { categories: rows } },
      style: { type: 'categoryItem', at: [0, 400], data: { name: '화풍', value: '수채화, 유화' } },
      art: { type: 'image', at: [450, 0] },
    },
    [pipe('moods', 'art'), pipe('style', 'art')],
  );

type Part = 'each' | 'pair';

/** The middle of one half of a switch, in world pixels. */
function switchOf(editor: TestEditor, id: string, part: Part): { x: number; y: number } {
  const node = editor.node(id);
  const box = cardLayout(node).switches[0]?.[part];
  if (!box) throw new Error(`'${id}' has no ${part}`);
  return { x: node.position.x + box.x + box.width / 2, y: node.position.y + box.y + box.height / 2 };
}

describe('the switch of a list', () => {
  it('turns its words from together to one by one and back, and leaves no trace of it [LISTS-1]', () => {
    const editor = desk();
    editor.click(switchOf(editor, 'moods', 'each'));
    expect(editor.node('moods').data.categories).toEqual([{ ...rows[0], each: true }, rows[1]]);
    expect(editor.selected).toEqual(['moods']);
    editor.click(switchOf(editor, 'moods', 'each'));
    expect(editor.node('moods').data.categories).toEqual(rows);
    editor.undo();
    expect(editor.node('moods').data.categories).toEqual([{ ...rows[0], each: true }, rows[1]]);
    editor.click(switchOf(editor, 'style', 'each'));
    expect(editor.node('style').data).toEqual({ name: '화풍', value: '수채화, 유화', each: true });
  });

  it('goes from one pair to the next and to none, while words go one by one [LISTS-2]', () => {
    const editor = desk();
    expect(toggleListMode(editor.engine.document, { nodeId: 'style', rowId: null, part: 'pair' })).toEqual([]);
    editor.click(switchOf(editor, 'style', 'each'));
    const pairs: unknown[] = [];
    for (let press = 0; press < 5; press += 1) {
      editor.click(switchOf(editor, 'style', 'pair'));
      pairs.push(editor.node('style').data.pair);
    }
    expect(pairs).toEqual(['a', 'b', 'c', 'd', undefined]);
    editor.click(switchOf(editor, 'style', 'pair')).click(switchOf(editor, 'style', 'each'));
    expect(editor.node('style').data).toEqual({ name: '화풍', value: '수채화, 유화' });
  });

  it('is there where there is something to choose, and only where cards show their parts [LISTS-1]', () => {
    const editor = desk();
    expect(cardLayout(editor.node('moods')).switches.map(({ rowId }) => rowId)).toEqual(['r1']);
    expect(editor.engine.hit(switchOf(editor, 'moods', 'each'))).toMatchObject({ type: 'list', rowId: 'r1' });
    editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.3 });
    const { x, y } = switchOf(editor, 'moods', 'each');
    expect(editor.engine.hit({ x: x * 0.3, y: y * 0.3 })).toMatchObject({ type: 'node' });
  });

  it('goes with its row out of the category and into another [LISTS-3]', () => {
    const editor = desk();
    editor.click(switchOf(editor, 'moods', 'each')).click(switchOf(editor, 'moods', 'pair'));
    const free = editor.engine.detachRow('moods', 'r1', { x: 600, y: 600 });
    expect(editor.node(free ?? '').data).toMatchObject({ each: true, pair: 'a' });
    editor.engine.dropInto([free ?? ''], 'moods');
    expect(editor.node('moods').data.categories).toEqual([rows[1], { ...rows[0], each: true, pair: 'a' }]);
  });

  it('is not lost where a pipe has its id', () => {
    const editor = desk().merge({ type: 'removeEdge', id: 'style-art' });
    editor.merge({ type: 'addEdge', edge: { id: 'r1', source: 'style', target: 'art' } });
    const free = editor.engine.detachRow('moods', 'r1', { x: 600, y: 600 });
    expect(editor.node(free ?? '').data.name).toBe(rows[0]?.name);
  });
});
