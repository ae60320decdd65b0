import { describe, expect, it } from 'vitest';
import { convertToCategory, type Change } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `idea-item-${index}`,
    name: `name ${index}`,
    value: 'a',
    parentId: 'idea',
  }));

/** A prompt with cards below, beside and over it. */
const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 30], data: { model: null, data: null, value: ' a calm river\nat dawn ' } },
      below: { type: 'textPrompt', at: [30, 247] },
      next: { type: 'image', at: [100, 480] },
      beside: { type: 'image', at: [450, 60] },
      on: { type: 'text', at: [60, 150] },
      far: { type: 'image', at: [30, 2000] },
    },
    [pipe('idea', 'beside')],
  );

const convert = (editor: TestEditor, count: number): TestEditor => {
  const { document, scene } = editor.engine;
  editor.engine.apply(convertToCategory(document, scene, 'idea', rows(count)));
  return editor;
};

describe('a text prompt that becomes a category', () => {
  it.each<[string, Change[]]>([
    ['it alone', [{ type: 'moveNode', id: 'idea', position: { x: 180, y: 180 } }]],
    ['all nodes', [{ type: 'moveAll', by: { x: 150, y: 150 } }]],
  ])('stays where others have moved %s when the conversion is undone', (_what, moves) => {
    const editor = convert(desk(), 2);
    editor.merge(...moves).undo();
    expect(editor.node('idea').type).toBe('textPrompt');
    expect(editor.at('idea')).toEqual([180, 180]);
  });

  it('keeps its place, its pipes and its words [TEXT-4]', () => {
    const editor = convert(desk(), 2);
    expect(editor.at('idea')).toEqual([30, 30]);
    expect(editor.edges).toEqual(['idea-beside']);
    expect(editor.node('idea')).toMatchObject({
      type: 'category',
      data: { categories: rows(2), value: ' a calm river\nat dawn ' },
    });
  });

  it('moves the cards it would cover down by whole grid steps, and those that they would cover in turn [TEXT-5]', () => {
    const before = desk();
    const editor = convert(desk(), 5);
    // The card ends at 510: the card below it moves there, and the next one makes room as well.
    const { height } = editor.engine.scene.boxOf(editor.node('idea'));
    expect(height).toBe(480);
    const [, below] = editor.at('below');
    const [, next] = editor.at('next');
    expect(below).toBeGreaterThan(510);
    expect(below).toBeLessThanOrEqual(540);
    expect((below - 247) % 15).toBe(0);
    expect(next).toBeGreaterThanOrEqual(below + 195);
    expect((next - 480) % 15).toBe(0);
    for (const name of ['beside', 'far']) expect(editor.at(name)).toEqual(before.at(name));
    // It overlapped the prompt before, as a person had placed it.
    expect(editor.at('on')).toEqual([60, 150]);
  });

  it('moves a folded frame with what it hides, which stands in it again afterwards [TEXT-5]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [30, 30] },
      art: { type: 'image', at: [60, 360] },
      sky: { type: 'frame', at: [30, 270], data: { width: 600, height: 400, isFolded: true, holds: ['art'] } },
    });
    convert(editor, 5);
    expect(editor.at('sky')).toEqual([30, 525]);
    editor.engine.frames.toggleFold(['sky']);
    expect(editor.engine.scene.contentOf(editor.node('sky'))).toEqual(['art']);
    expect(editor.undo().undo().at('art')).toEqual([60, 360]);
  });

  it('stays in its frame with the cards it pushes, the frame growing around them, and around that the next [FRAME-4]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [60, 120] },
      below: { type: 'textPrompt', at: [60, 345] },
      inner: { type: 'frame', at: [30, 60], data: { width: 400, height: 600 } },
      outer: { type: 'frame', at: [0, 0], data: { width: 460, height: 690 } },
    });
    const before = editor.engine.snapshot();
    const contentOf = (id: string) => editor.engine.scene.contentOf(editor.node(id)).toSorted();
    convert(editor, 6);
    expect(contentOf('inner')).toEqual(['below', 'idea']);
    expect(contentOf('outer')).toEqual(['below', 'idea', 'inner']);
    expect(editor.undo().engine.snapshot()).toEqual(before);

    const framed = TestEditor.with({ idea: { type: 'textPrompt', at: [60, 90] } }).select('idea');
    const id = framed.engine.frames.frameSelection() ?? '';
    convert(framed, 6);
    expect(framed.engine.scene.contentOf(framed.node(id))).toEqual(['idea']);
  });

  it('moves no card that is seen while a folded frame hides it [TEXT-5]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [30, 60] },
      sky: { type: 'frame', at: [0, 0], data: { width: 600, height: 400, isFolded: true, holds: ['idea'] } },
      memo: { type: 'note', at: [30, 300] },
    });
    convert(editor, 5);
    expect(editor.node('idea').type).toBe('category');
    expect([editor.at('memo'), editor.at('sky')]).toEqual([
      [30, 300],
      [0, 0],
    ]);
  });

  it('is taken back with all of that in one step [TEXT-5]', () => {
    const before = desk();
    const editor = convert(desk(), 5).undo();
    for (const name of before.nodes) expect(editor.node(name)).toEqual(before.node(name));
    editor.redo();
    expect(editor.node('idea').type).toBe('category');
  });

  it('is taken back, and done again, where another person has put it since', () => {
    const editor = convert(desk(), 2).merge({ type: 'moveNode', id: 'idea', position: { x: 3000, y: 30 } });
    expect(editor.undo().node('idea')).toEqual({ ...desk().node('idea'), position: { x: 3000, y: 30 } });
    editor.merge({ type: 'moveNode', id: 'idea', position: { x: 3000, y: 600 } }).redo();
    expect([editor.node('idea').type, editor.at('idea')]).toEqual(['category', [3000, 600]]);
    expect(editor.undo().at('idea')).toEqual([3000, 600]);
  });

  it('moves nothing where there is room', () => {
    const editor = convert(desk(), 1);
    expect(editor.at('below')).toEqual([30, 247]);
  });

  it('opens its words from its header, and its first row by Enter [TEXT-4]', () => {
    const editor = convert(desk(), 2);
    editor.doubleClick([100, 45]);
    expect(editor.engine.editing).toEqual({ nodeId: 'idea', name: 'value' });
    editor.engine.stopEditing();
    editor.select('idea').keyDown('Enter');
    expect(editor.engine.editing).toMatchObject({ rowId: 'idea-item-0' });
  });

  it('is nothing where the node is no prompt', () => {
    const editor = desk();
    expect(convertToCategory(editor.engine.document, editor.engine.scene, 'beside', rows(2))).toEqual([]);
  });
});
