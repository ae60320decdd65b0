import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LIST_ACTIONS } from '../../src/actions';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { Desk } from './support/Desk';
import { art, canvas, pipe } from './support/snapshots';

let desk: Desk;
let opened: OpenEditor;

const style = {
  id: 'style',
  type: 'categoryItem',
  position: { x: 0, y: 0 },
  data: { name: '화풍', value: '수채화, 유화' },
};
const LIST = { nodeId: 'style', rowId: null };

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([style, art('one'), art('two')], [pipe('style', 'one'), pipe('one', 'two')]));
  opened = await desk.edit(7);
});

const counts = (): unknown[] => ['one', 'two'].map((id) => opened.cells.get(id)?.total ?? null);

describe('the number of pictures of the image nodes', () => {
  it('follows the switch, the words and the pipes, and asks only for the cards that differ to be painted [LISTS-5]', () => {
    const painted: unknown[] = [];
    opened.editor.subscribe((event) => {
      if (event.type === 'invalidate' && event.reason === 'cells') painted.push(event.area);
    });
    expect(counts()).toEqual([null, null]);
    LIST_ACTIONS.each.run({ editor: opened.editor, list: LIST });
    expect(counts()).toEqual([2, 2]);
    expect(opened.cells.axesOf('two').map(({ name }) => name)).toEqual(['화풍']);
    opened.editor.editText({ nodeId: 'style', name: 'value' }, '수채화, 유화, 판화');
    expect(counts()).toEqual([3, 3]);
    const before = painted.length;
    opened.editor.editText({ nodeId: 'style', name: 'name' }, '그림체');
    opened.editor.nudge({ x: 15, y: 0 });
    expect(painted).toHaveLength(before);
    opened.editor.apply([{ type: 'removeEdge', id: 'one-two' }]);
    expect(counts()).toEqual([3, null]);
    opened.editor.undo();
    opened.editor.apply([{ type: 'setData', id: 'one', data: { mode: 'freeze', value: '/files/a.png' } }]);
    expect(counts()).toEqual([null, null]);
    opened.editor.undo();
    opened.editor.apply([{ type: 'removeNode', id: 'style' }]);
    expect(counts()).toEqual([null, null]);
    opened.editor.undo();
    expect(counts()).toEqual([3, 3]);
  });

  it('follows the image nodes that come into a frame and leave it [REFER-6]', async () => {
    const each = { ...style, data: { ...style.data, each: true } };
    const sky = { id: 'sky', type: 'frame', position: { x: 3000, y: 0 }, data: { width: 600, height: 600 } };
    const [one, two] = [art('one'), { ...art('two'), position: { x: 9000, y: 0 } }];
    desk.projects.put(9, canvas([each, sky, one, two], [pipe('style', 'one'), pipe('sky', 'two', 'image')]));
    opened = await desk.edit(9);
    expect(counts()).toEqual([2, null]);
    const move = (id: string, x: number) => opened.editor.apply([{ type: 'moveNode', id, position: { x, y: 60 } }]);
    move('one', 3030);
    expect(counts()).toEqual([2, 2]);
    move('one', 6000);
    expect(counts()).toEqual([2, null]);
    move('sky', 5970);
    expect(counts()).toEqual([2, 2]);
    opened.editor.apply([{ type: 'setData', id: 'sky', data: { width: 90 } }]);
    expect(counts()).toEqual([2, null]);
    opened.editor.undo();
    expect(counts()).toEqual([2, 2]);
  });

  it('is known when a project opens, of lists and of several aspect ratios [LISTS-5]', async () => {
    const ratios = { ...art('one'), data: { settings: { aspectRatios: ['1:1', '16:9', '9:16'] } } };
    const each = { ...style, data: { ...style.data, each: true } };
    desk.projects.put(8, canvas([each, ratios, art('two')], [pipe('style', 'one'), pipe('one', 'two')]));
    opened = await desk.edit(8);
    expect(counts()).toEqual([6, 2]);
  });

  it('is that of its models where a node has no list, and its sheet has their cells [LISTS-5]', async () => {
    const models = { ...art('one'), data: { models: ['Gemini-2.5-flash', 'wide'] } };
    const table = { id: 'table', type: 'sheet', position: { x: 900, y: 0 }, data: {} };
    desk.projects.put(8, canvas([models, art('two'), table], [pipe('one', 'table', 'image')]));
    opened = await desk.edit(8);
    expect(counts()).toEqual([2, null]);
    expect(opened.cells.sheets.get('table')?.table.columns).toEqual(['Gemini-2.5-flash', 'wide']);
    opened.editor.apply([{ type: 'setData', id: 'two', data: { models: ['wide', 'wide'] } }]);
    expect(counts()).toEqual([2, null]);
    opened.editor.apply([{ type: 'setData', id: 'two', data: { models: ['wide', 'flux', 'wide'] } }]);
    expect(counts()).toEqual([2, 2]);
  });
});
