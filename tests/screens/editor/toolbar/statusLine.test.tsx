import { act, cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../../../../src/i18n/en';
import { StatusLine } from '../../../../src/screens/editor/toolbar/StatusLine';
import { pipe, TestEditor } from '../../../support/TestEditor';

let editor: TestEditor;
const line = () => screen.getByTestId('status-line').textContent;
const hand = (move: (editor: TestEditor) => unknown): void => act(() => void move(editor));

beforeEach(() => {
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a boat' } },
      art: { type: 'image', at: [400, 0], data: {} },
      style: { type: 'text', at: [0, 600], data: { name: 'Style', value: 'in oil' } },
      scene: { type: 'frame', at: [1000, 0], data: { title: 'Scene', width: 600, height: 400 } },
      within: { type: 'image', at: [1060, 90], data: {} },
      words: { type: 'note', at: [400, 600], data: { value: 'for later' } },
      list: { type: 'category', at: [1000, 600], data: { categories: [{ id: 'r', name: 'a', value: 'b' }] } },
    },
    [pipe('idea', 'art')],
  );
  render(<StatusLine flow={editor.flow} isQuiet={false} />);
});

describe('the line under the canvas', () => {
  it('says what can be done next during a gesture [TOOLBAR-3]', () => {
    expect(line()).toBe(en.hint.idle);
    hand((it) => it.pointerDown(it.handle('idea', 'text-right')).pointerMove([300, 300]));
    expect(line()).toBe(en.hint.connecting);
    hand((it) => it.keyDown('Escape').pointerUp());
    hand((it) => it.keyDown('c').pointerDown('idea').pointerMove([300, 300]));
    expect(line()).toBe(en.hint.joining);
    hand((it) => it.keyDown('Escape').pointerUp().keyUp('c'));
    hand((it) => it.keyDown('x').pointerDown([300, 300]).pointerMove([320, 20]));
    expect(line()).toBe(en.hint.cutting);
  });

  it('says which place was saved or visited, until something else is done [MARK-1]', () => {
    hand((it) => it.engine.bookmarks.keep(1));
    expect(line()).toBe('Place 1 is saved.');
    hand((it) => it.engine.bookmarks.goTo(1));
    expect(line()).toBe('This is place 1.');
    hand((it) => it.select('idea'));
    expect(line()).toBe(en.hint.text);
  });

  it('is rendered as a drag begins and ends, not for each of its steps [OBSERVE-3]', () => {
    cleanup();
    const onRender = vi.fn<() => void>();
    render(
      <Profiler id="line" onRender={onRender}>
        <StatusLine flow={editor.flow} isQuiet={false} />
      </Profiler>,
    );
    hand((it) => it.pointerDown('idea').pointerMove([120, 260]));
    expect(line()).toBe(en.hint.dragging);
    onRender.mockClear();
    let guides = 0;
    for (let step = 0; step < 20; step += 1) {
      hand((it) => it.pointerMove([40 + step * 15, 60]));
      if (editor.engine.preview.guides) guides += 1;
    }
    expect(guides).toBeGreaterThan(0);
    expect(onRender).not.toHaveBeenCalled();
    hand((it) => it.pointerUp());
    expect(line()).toBe(en.hint.text);
  });

  it('says what a drag does while the key of a tool is held [TOOLBAR-3]', () => {
    for (const [key, hint] of [
      [' ', en.hint.heldPan],
      ['x', en.hint.heldCut],
      ['c', en.hint.heldJoin],
      ['u', en.hint.heldFeeders],
      ['d', en.hint.heldFed],
    ] as const) {
      hand((it) => it.keyDown(key));
      expect(line()).toBe(hint);
      hand((it) => it.keyUp(key));
      expect(line()).toBe(en.hint.idle);
    }
  });

  it('says what can be done with a card of each sort, and with a pipe [TOOLBAR-3]', () => {
    for (const [id, hint] of [
      ['idea', en.hint.text],
      ['art', en.hint.node],
      ['words', en.hint.note],
      ['scene', en.hint.frame],
      ['within', en.hint.framed],
    ] as const) {
      hand((it) => it.select(id));
      expect(line()).toBe(hint);
    }
    hand((it) => it.engine.select({ edges: new Set(['idea-art']) }));
    expect(line()).toBe(en.hint.edge);
    hand((it) => it.select('idea', 'art'));
    expect(line()).toBe(en.hint.several);
  });

  it('says how a marquee ends [TOOLBAR-3]', () => {
    hand((it) => it.pointerDown([300, 650], { shift: true }).pointerMove([400, 690], { shift: true }));
    expect(line()).toBe(en.hint.marquee);
    hand((it) => it.pointerUp(undefined, { shift: true }));
  });

  it('says where a card will go when it is dropped [TOOLBAR-3]', () => {
    hand((it) => it.pointerDown('style').pointerMove([300, 650]));
    expect(line()).toBe(en.hint.dragging);
    hand((it) => it.pointerMove([1100, 700]));
    expect(line()).toBe(en.hint.intoCategory);
    hand((it) => it.keyDown('Escape').pointerUp());
  });

  it('says what was undone until something else is selected, an added card too [TOOLBAR-3]', () => {
    hand((it) => it.select('art'));
    hand((it) => it.engine.addNode('image', null, { x: 0, y: 900 }));
    hand((it) => it.undo());
    expect(line()).toBe('Undone: add 1 node');
    hand((it) => it.redo());
    expect(line()).toBe('Redone: add 1 node');
    hand((it) => it.select('idea'));
    expect(line()).toBe(en.hint.text);
  });

  it('says how to mention in a field with mentions [TOOLBAR-3]', () => {
    hand((it) => it.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect(line()).toBe(en.hint.writing);
    hand((it) => it.engine.startEditing({ nodeId: 'style', name: 'name' }));
    expect(line()).toBe(en.hint.editing);
  });

  it('speaks of no keys to fingers, during a gesture and in a field [TOOLBAR-3]', () => {
    cleanup();
    const wide = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: query === '(pointer: coarse)' }),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    render(<StatusLine flow={editor.flow} isQuiet={false} />);
    const { hint } = en;
    hand((it) => it.pointerDown(it.handle('idea', 'text-right')).pointerMove([300, 300]));
    expect(line()).toBe(hint.connectingTouch);
    hand((it) => it.keyDown('Escape').pointerUp());
    hand((it) => it.pointerDown('style').pointerMove([300, 650]));
    expect(line()).toBe(hint.draggingTouch);
    hand((it) => it.pointerMove([1100, 700]));
    expect(line()).toBe(hint.intoCategoryTouch);
    hand((it) => it.keyDown('Escape').pointerUp());
    hand((it) => it.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect(line()).toBe(hint.writingTouch);
    hand((it) => it.engine.startEditing({ nodeId: 'style', name: 'name' }));
    expect(line()).toBe(hint.editingTouch);
    const touched = Object.entries(hint).filter(([key]) => key.endsWith('Touch'));
    expect(touched.filter(([, words]) => /Escape|Shift|Alt|Ctrl|Esc/.test(words))).toEqual([]);
  });
});
