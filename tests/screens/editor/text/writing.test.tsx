import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bindStageInput } from '../../../../src/engine/konva/input/stageInput';
import { TextOverlay } from '../../../../src/screens/editor/text/TextOverlay';
import { TestEditor } from '../../../support/TestEditor';

let editor: TestEditor;
let unbind: () => void;

beforeEach(() => {
  editor = TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a fox' } },
    note: { type: 'text', at: [300, 0], data: { name: 'place', value: '' } },
    art: { type: 'image', at: [600, 0] },
  });
  render(
    <main>
      <div data-stage="" data-testid="stage" tabIndex={-1} />
      <TextOverlay flow={editor.flow} onClosed={() => undefined} />
    </main>,
  );
  const stage = screen.getByTestId('stage');
  unbind = bindStageInput(screen.getByRole('main'), stage, editor.engine);
  stage.focus();
});
afterEach(() => unbind());

const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox');

/** Presses a key at the stage; returns whether the browser may act on it as well, which enters its character. */
const press = (key: string, more: KeyboardEventInit = {}): boolean => {
  let isLeft = true;
  act(() => {
    isLeft = fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  });
  return isLeft;
};

describe('typing on a selected text card', () => {
  it.each(['idea', 'note'])('begins to write on %s, and the first character is kept [TEXT-2]', (name) => {
    act(() => void editor.select(name));
    expect(press('h')).toBe(true);
    expect(field()).toHaveFocus();
    // The caret is at the end: typed text is added.
    const before = field()?.value ?? '';
    expect(field()?.selectionStart).toBe(before.length);
    fireEvent.change(field() ?? document.body, { target: { value: `${before}h` } });
    expect(editor.node(name).data.value).toBe(`${before}h`);
  });

  it.each([
    ['@', 'Digit2', true],
    ['!', 'Digit1', true],
    [')', 'Digit0', true],
    ['?', 'Slash', true],
    ['+', 'Equal', true],
    ['_', 'Minus', true],
    ['=', 'Equal', false],
    ['-', 'Minus', false],
    ['7', 'Digit7', false],
  ] as const)('writes %s there, and moves no view by it [TEXT-2]', (key, code, shiftKey) => {
    act(() => void editor.select('idea'));
    const view = editor.viewport;
    expect(press(key, { code, shiftKey })).toBe(true);
    expect(field()).toHaveFocus();
    expect(editor.viewport).toEqual(view);
  });

  it('is no writing with Control or Alt held, nor from beside the canvas: these keys move the view [TEXT-2]', () => {
    act(() => void editor.select('idea'));
    press('-', { code: 'Minus', ctrlKey: true });
    expect(editor.viewport.zoom).toBeLessThan(1);
    const beside = document.body.appendChild(document.createElement('button'));
    onTestFinished(() => beside.remove());
    beside.focus();
    press(')', { code: 'Digit0', shiftKey: true });
    expect(editor.viewport.zoom).toBe(1);
    const before = editor.viewport;
    press('™', { code: 'Digit2', shiftKey: true, altKey: true });
    expect(editor.viewport).not.toEqual(before);
    expect(field()).toBeNull();
  });

  it.each([
    ['a key of an IME', { key: 'Process', code: 'KeyR' }],
    ['a Hangul letter', { key: 'ㄱ', code: 'KeyR' }],
    ['a key that only its code tells', { key: 'Unidentified', keyCode: 229 }],
  ])('gives %s to the field, in which the composition begins [TEXT-2]', (_, { key, ...more }) => {
    act(() => void editor.select('note'));
    expect(press(key, more)).toBe(true);
    const open = field() ?? document.body;
    expect(open).toHaveFocus();
    fireEvent.compositionStart(open);
    fireEvent.change(open, { target: { value: '고' } });
    fireEvent.compositionEnd(open);
    expect(editor.node('note').data.value).toBe('고');
  });

  it.each([
    ['nothing is selected', [], 'h'],
    ['a picture is selected', ['art'], 'h'],
    ['several are selected', ['idea', 'note'], 'h'],
    ['it is the space bar', ['idea'], ' '],
    ['it is an arrow', ['idea'], 'ArrowUp'],
    ['it is a key of its own', ['idea'], 'F2'],
  ] as const)('writes nothing where %s', (_, names, key) => {
    act(() => void editor.select(...names));
    press(key);
    expect(field()).toBeNull();
  });

  it('leaves shortcuts what they are', () => {
    act(() => void editor.select('idea'));
    press('a', { ctrlKey: true });
    expect(field()).toBeNull();
    act(() => void editor.select('idea'));
    press('Delete');
    expect(editor.nodes).toEqual(['note', 'art']);
  });
});

describe('a new text node', () => {
  it('opens in edit mode when a person adds it [TEXT-1]', () => {
    act(() => void editor.engine.addNode('textPrompt', null, { x: 0, y: 300 }));
    expect(field()).toHaveFocus();
    expect(field()?.value).toBe('');
  });

  it('is the only one that does', () => {
    act(() => void editor.engine.addNode('image', 'Gemini-2.5-flash', { x: 0, y: 300 }));
    expect(field()).toBeNull();
    act(() => {
      const node = { id: 'other', type: 'textPrompt', position: { x: 0, y: 600 }, data: {} };
      editor.engine.merge([{ type: 'addNode', node }]);
    });
    expect(field()).toBeNull();
  });
});
