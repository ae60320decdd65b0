import { describe, expect, it } from 'vitest';
import { Editor, type EditorOptions, type Snapshot } from '../../src/engine';

const EMPTY: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };

function open(options: Partial<EditorOptions> = {}): Editor {
  let made = 0;
  return new Editor({ snapshot: EMPTY, uniqueId: () => String(++made), ...options });
}

describe('an editor in somebody else’s program', () => {
  it('tells every listener, whatever one of them throws, and the edit stands [PACKAGE-1]', () => {
    const thrown: unknown[] = [];
    const heard: string[] = [];
    const editor = open({ onListenerError: (error) => thrown.push(error) });
    editor.subscribe(() => {
      throw new Error('a mistake of mine');
    });
    editor.subscribe(({ type }) => heard.push(type));
    editor.addNode('textPrompt', null, { x: 0, y: 0 });
    expect(editor.document.nodes).toHaveLength(1);
    expect(heard).toEqual(expect.arrayContaining(['document', 'stale', 'selection']));
    expect(thrown).toHaveLength(heard.length);
    editor.undo();
    expect(editor.document.nodes).toHaveLength(0);
  });

  it('forgets the oldest steps beyond as many as it was told to keep [PACKAGE-2]', () => {
    const editor = open({ undoSteps: 2 });
    for (const x of [0, 300, 600]) editor.addNode('textPrompt', null, { x, y: 0 });
    for (let presses = 0; presses < 5; presses += 1) editor.undo();
    expect(editor.document.nodes.map(({ position }) => position.x)).toEqual([0]);
    expect(editor.canUndo).toBe(false);
  });

  it('opens a snapshot without a viewport where a project opens that has none [PACKAGE-3]', () => {
    const { viewport: _none, ...rest } = EMPTY;
    expect(open({ snapshot: { ...rest, nodes: [], edges: [] } }).viewport.camera).toEqual({ x: 0, y: 0, zoom: 0.75 });
  });

  it('says that ids repeat, and adds nothing [PACKAGE-4]', () => {
    const editor = open({ uniqueId: () => '1' });
    const first = editor.addNode('textPrompt', null, { x: 0, y: 0 });
    expect(() => editor.addNode('textPrompt', null, { x: 300, y: 0 })).toThrow(
      /uniqueId gave an id again: .*textPrompt_node_1/,
    );
    expect(editor.document.nodes.map(({ id }) => id)).toEqual([first]);
  });
});
