import { describe, expect, it } from 'vitest';
import { pipe, TestEditor } from '../../support/TestEditor';

const row = (id: string, parentId: string) => ({ id, name: id, value: 'sea', parentId });

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '' } },
      art: { type: 'image', at: [450, 0] },
      next: { type: 'image', at: [900, 0] },
      photo: { type: 'imageUpload', at: [0, 300] },
      moods: { type: 'category', at: [0, 600], data: { categories: [row('calm', 'moods'), row('wild', 'moods')] } },
      last: { type: 'category', at: [450, 600], data: { categories: [row('only', 'last')] } },
    },
    [pipe('idea', 'art')],
  );

const named = ({ engine }: TestEditor): string => {
  const { undoStep } = engine.steps;
  return undoStep ? `${undoStep.kind} ${undoStep.count}` : 'nothing';
};

describe('a step has the name of', () => {
  it('what was added, moved, removed and copied, each node counted and none of its edges [UNDO-2]', () => {
    const editor = desk();
    expect(named(editor)).toBe('nothing');
    editor.engine.addNode('image', null, { x: 900, y: 300 });
    expect(named(editor)).toBe('add 1');
    editor.select('idea', 'art').engine.nudge({ x: 15, y: 0 });
    expect(named(editor)).toBe('move 2');
    editor.engine.removeSelected();
    expect(named(editor)).toBe('remove 2');
    editor.engine.selectAll();
    editor.engine.nudge({ x: 15, y: 0 });
    expect(named(editor)).toBe('move 5');
  });

  it('what was moved, not of the frames that grow around it, and of a change of a size alone [UNDO-2]', () => {
    const sky = { title: 'Sky', colour: 'green', width: 600, height: 400, isFolded: false };
    const editor = TestEditor.with({
      sky: { type: 'frame', at: [0, 0], data: sky },
      art: { type: 'image', at: [315, 75] },
    });
    editor.drag('art', [525, 95]);
    expect([named(editor), editor.node('sky').data['width']]).toEqual(['move 1', 750]);
    editor.drag('art', [0, 20]);
    expect([named(editor), editor.at('sky')]).toEqual(['move 1', [-90, -75]]);
    editor.keyDown('Escape').drag([255, -60], [300, -60]);
    expect([named(editor), editor.at('sky')], 'a frame with what is in it').toEqual(['move 2', [-45, -75]]);
    editor.keyDown('ArrowRight', { primary: true, shift: true });
    expect(named(editor)).toBe('set 1');
  });

  it('connections added, moved and cut [UNDO-2]', () => {
    const editor = desk();
    editor.engine.connect({ nodeId: 'art', handleId: 'image-right' }, { nodeId: 'next', handleId: 'image-left' });
    expect(named(editor)).toBe('connect 1');
    editor.engine.connect({ nodeId: 'art', handleId: 'image-right' }, { nodeId: 'next', handleId: 'image-left' });
    expect(named(editor)).toBe('reconnect 1');
    editor.engine.select({ edges: new Set(editor.edges) });
    editor.engine.removeSelected();
    expect(named(editor)).toBe('disconnect 2');
  });

  it('what was written, a word at a time, and of pictures and settings [UNDO-2]', () => {
    const { engine } = desk();
    for (const text of ['a', 'a b', 'a bo', 'a boat']) engine.editText({ nodeId: 'idea', name: 'value' }, text);
    expect(engine.steps.undoStep).toEqual({ kind: 'write', count: 1 });
    engine.editText({ nodeId: 'moods', name: 'name', rowId: 'calm' }, 'quiet');
    expect(engine.steps.undoStep).toEqual({ kind: 'write', count: 1 });
    engine.apply([{ type: 'setData', id: 'photo', data: { value: '/files/a.png' } }]);
    expect(engine.steps.undoStep).toEqual({ kind: 'picture', count: 1 });
    engine.apply(['art', 'next'].map((id) => ({ type: 'setData', id, data: { mode: 'mute' } })));
    expect(engine.steps.undoStep).toEqual({ kind: 'set', count: 2 });
  });

  it('rows on their way, the last of a category too [UNDO-2]', () => {
    const editor = desk();
    editor.engine.moveRow('moods', 'calm', 2);
    expect(named(editor)).toBe('moveRow 1');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: 'wild' }]);
    expect(named(editor)).toBe('removeRow 1');
    editor.undo().engine.detachRow('moods', 'calm', { x: 900, y: 600 });
    expect(named(editor)).toBe('moveRow 1');
    editor.engine.detachRow('last', 'only', { x: 900, y: 750 });
    expect([named(editor), editor.nodes.includes('last')]).toEqual(['moveRow 1', false]);
    editor.engine.dropInto(['calm', 'only'], 'moods');
    expect(named(editor)).toBe('moveRow 2');
  });
});

describe('undo and redo', () => {
  it('keep the name of the step that they undo or redo, and report it [UNDO-2]', () => {
    const editor = desk();
    editor.select('art', 'next').engine.removeSelected();
    editor.engine.addNode('image', null, { x: 900, y: 300 });
    editor.takeEvents();

    editor.undo();
    expect(editor.engine.steps).toMatchObject({
      undoStep: { kind: 'remove', count: 2 },
      redoStep: { kind: 'add', count: 1 },
    });
    editor.undo().redo();
    expect(editor.engine.steps.undoStep).toEqual({ kind: 'remove', count: 2 });
    expect(editor.takeEvents().filter(({ type }) => type === 'step')).toEqual([
      { type: 'step', did: 'undo', step: { kind: 'add', count: 1 } },
      { type: 'step', did: 'undo', step: { kind: 'remove', count: 2 } },
      { type: 'step', did: 'redo', step: { kind: 'remove', count: 2 } },
    ]);
  });

  it('say once that nothing is left of any step, and report nothing where there is none [UNDO-2]', () => {
    const editor = desk();
    editor.select('art').engine.nudge({ x: 15, y: 0 });
    editor.merge({ type: 'removeNode', id: 'art' }).takeEvents();
    expect(editor.undo().takeEvents()).toEqual([{ type: 'step', did: 'undo', step: null }]);
    expect(editor.undo().redo().takeEvents()).toEqual([]);
    expect(editor.engine.steps).toMatchObject({ undoStep: null, redoStep: null });
  });
});
