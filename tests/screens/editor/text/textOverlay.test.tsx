import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TextOverlay } from '../../../../src/screens/editor/text/TextOverlay';
import { KeyHold } from '../../../../src/ui/KeyHold';
import { Modal } from '../../../../src/ui/Modal';
import { TestEditor } from '../../../support/TestEditor';

const onClosed = vi.fn<(nodeId: string) => void>();
let editor: TestEditor;

const valueOf = (id: string): unknown => editor.engine.document.node(id)?.data.value;
const edit = (field: Parameters<TestEditor['engine']['startEditing']>[0]): void =>
  act(() => editor.engine.startEditing(field));
const field = (): HTMLTextAreaElement | HTMLInputElement => screen.getByRole('textbox');

/** Something else that takes the focus. */
const besideField = (): HTMLElement => {
  const element = document.createElement('div');
  element.tabIndex = 0;
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
};

const stop = (event: Event): void => event.stopImmediatePropagation();
/** Moves the focus in a window that is away, as when a picture is dropped into it: no event tells. */
const focusUnheard = (element: HTMLElement): void => {
  for (const name of ['blur', 'focusout']) window.addEventListener(name, stop, true);
  element.focus();
  for (const name of ['blur', 'focusout']) window.removeEventListener(name, stop, true);
};

/** Composes as an IME does: the browser shows the text and reports it. */
const compose = (text: string): void => {
  fireEvent.compositionUpdate(field(), { data: text });
  fireEvent.input(field(), { target: { value: text } });
};

/** The text as another device has saved it. */
const arrive = (value: string): void =>
  act(() => editor.engine.merge([{ type: 'setData', id: 'idea', data: { value } }]));

beforeEach(() => {
  onClosed.mockClear();
  editor = TestEditor.with({
    idea: { type: 'textPrompt', at: [100, 50] },
    note: { type: 'text', at: [500, 0], data: { name: 'Style', value: 'watercolour' } },
    group: {
      type: 'category',
      at: [900, 0],
      data: { categories: [{ id: 'g0', name: 'mood', value: ['calm', 'warm'], parentId: 'group' }] },
    },
  });
  render(<TextOverlay flow={editor.flow} onClosed={onClosed} />);
});

describe('a text being edited', () => {
  it('has a field over it, in world pixels under the viewport, which it follows once a frame [NODE-15]', async () => {
    act(() => editor.engine.view.setViewport({ x: 10, y: 20, zoom: 2 }));
    edit({ nodeId: 'idea', name: 'value' });
    expect(field()).toHaveFocus();
    expect(field()).toHaveStyle({ left: '112px', top: '90px', width: '196px', height: '107px' });
    const layer = field().parentElement;
    expect(layer).toHaveStyle({ transform: 'translate(10px, 20px) scale(2)' });
    const frames = vi.spyOn(window, 'requestAnimationFrame');
    act(() => editor.engine.view.setViewport({ x: -7, y: 0, zoom: 0.5 }));
    act(() => editor.engine.view.setViewport({ x: -5, y: 0, zoom: 0.5 }));
    expect(frames).toHaveBeenCalledOnce();
    await waitFor(() => expect(layer).toHaveStyle({ transform: 'translate(-5px, 0px) scale(0.5)' }));
    frames.mockRestore();
  });

  it('goes into the document as it is typed [NODE-16]', async () => {
    edit({ nodeId: 'idea', name: 'value' });
    await userEvent.keyboard('a cat');
    expect(valueOf('idea')).toBe('a cat');
    await userEvent.keyboard('{Enter}asleep');
    expect(valueOf('idea')).toBe('a cat\nasleep');
  });

  it('is kept when Escape closes the field [NODE-17]', async () => {
    edit({ nodeId: 'idea', name: 'value' });
    await userEvent.keyboard('a cat{Escape}');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(valueOf('idea')).toBe('a cat');
    expect(onClosed).toHaveBeenCalledWith('idea');
  });

  it('is kept when the field is left', async () => {
    edit({ nodeId: 'idea', name: 'value' });
    await userEvent.keyboard('a cat');
    act(() => field().blur());
    expect(editor.engine.editing).toBeNull();
    expect(valueOf('idea')).toBe('a cat');
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('goes on where it was when the person comes back from another window [TEXT-8]', async () => {
    edit({ nodeId: 'idea', name: 'value' });
    await userEvent.keyboard('a cat');
    field().setSelectionRange(2, 2);
    // The element of a window that is left keeps the focus within its page.
    fireEvent.blur(field());
    fireEvent.blur(window);
    expect(editor.engine.editing).not.toBeNull();
    fireEvent.focus(window);
    fireEvent.focus(field());
    await userEvent.keyboard('red ');
    expect(valueOf('idea')).toBe('a red cat');
  });

  it('is over when the person comes back from another window by a press elsewhere [TEXT-8]', async () => {
    const stage = besideField();
    edit({ nodeId: 'idea', name: 'value' });
    await userEvent.keyboard('a cat');
    fireEvent.blur(field());
    fireEvent.focus(window);
    const hold = render(<KeyHold onCancel={() => undefined} />);
    expect(field(), 'while the code of a dialog is loaded').not.toHaveFocus();
    hold.unmount();
    expect(field()).toHaveFocus();
    act(() => stage.focus());
    expect(editor.engine.editing).toBeNull();
  });

  it('is over when the focus went elsewhere before the window came back', () => {
    const stage = besideField();
    edit({ nodeId: 'idea', name: 'value' });
    fireEvent.blur(field());
    focusUnheard(stage);
    expect(editor.engine.editing).not.toBeNull();
    fireEvent.focus(window);
    expect(editor.engine.editing).toBeNull();
  });

  it('goes on where it was when a dialog over it is closed, and is over when that takes the focus elsewhere [TEXT-8]', async () => {
    const stage = besideField();
    edit({ nodeId: 'idea', name: 'value' });
    await userEvent.keyboard('a cat');
    field().setSelectionRange(2, 2);
    const dialog = render(
      <Modal title="Keys" onClose={() => undefined}>
        <button type="button">Done</button>
      </Modal>,
    );
    expect(screen.getByRole('button')).toHaveFocus();
    fireEvent.focus(window);
    dialog.unmount();
    await userEvent.keyboard('red ');
    expect(valueOf('idea')).toBe('a red cat');
    act(() => stage.focus());
    expect(editor.engine.editing).toBeNull();
  });

  it('is one undo step, and the field follows an undo', async () => {
    edit({ nodeId: 'note', name: 'value' });
    await userEvent.keyboard(' on paper');
    act(() => editor.engine.undo());
    expect(field()).toHaveValue('watercolour');
  });

  it('has the keys to itself that would delete and zoom on the canvas', async () => {
    edit({ nodeId: 'note', name: 'value' });
    await userEvent.keyboard('{Backspace}{Delete}1');
    expect(editor.engine.document.node('note')).toBeDefined();
    expect(valueOf('note')).toBe('watercolou1');
  });

  it('closes a one-line field by Enter and goes on by Tab', async () => {
    edit({ nodeId: 'note', name: 'name' });
    expect(field()).toHaveAccessibleName('Name');
    await userEvent.keyboard('!{Tab}');
    expect(field()).toHaveAccessibleName('Value');
    expect(field()).toHaveFocus();
    expect(editor.engine.document.node('note')?.data.name).toBe('Style!');
    edit({ nodeId: 'note', name: 'name' });
    await userEvent.keyboard('{Enter}');
    expect(editor.engine.editing).toBeNull();
  });

  it('leaves a list of values a list until somebody changes it [CAT-10]', async () => {
    edit({ nodeId: 'group', name: 'value', rowId: 'g0' });
    expect(field()).toHaveValue('calm, warm');
    await userEvent.keyboard('{Escape}');
    expect(editor.engine.document.node('group')?.data.categories).toMatchObject([{ value: ['calm', 'warm'] }]);
    edit({ nodeId: 'group', name: 'value', rowId: 'g0' });
    await userEvent.keyboard(', bright');
    expect(editor.engine.document.node('group')?.data.categories).toMatchObject([{ value: 'calm, warm, bright' }]);
  });

  it('goes with its node', () => {
    edit({ nodeId: 'idea', name: 'value' });
    act(() => editor.engine.merge([{ type: 'removeNode', id: 'idea' }]));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('leaves the wheel to the canvas unless it scrolls itself', () => {
    edit({ nodeId: 'idea', name: 'value' });
    const onWheel = vi.fn<() => void>();
    document.body.addEventListener('wheel', onWheel);
    fireEvent.wheel(field(), { deltaY: 100 });
    expect(onWheel).toHaveBeenCalledTimes(1);
    Object.defineProperties(field(), { scrollHeight: { value: 400 }, clientHeight: { value: 100 } });
    fireEvent.wheel(field(), { deltaY: 100 });
    expect(onWheel).toHaveBeenCalledTimes(1);
    fireEvent.wheel(field(), { deltaY: 100, ctrlKey: true });
    expect(onWheel).toHaveBeenCalledTimes(2);
    document.body.removeEventListener('wheel', onWheel);
  });
});

describe('a Korean word being composed', () => {
  beforeEach(() => {
    edit({ nodeId: 'idea', name: 'value' });
    fireEvent.compositionStart(field());
  });

  it('reaches the document whole, when the composition ends [NODE-16]', () => {
    for (const step of ['ㄱ', '고', '공', '고야', '고양', '고양이']) {
      compose(step);
      expect(valueOf('idea')).toBeUndefined();
    }
    fireEvent.compositionEnd(field(), { data: '고양이' });
    expect(valueOf('idea')).toBe('고양이');
  });

  it('is not cut by a shortcut or by the keys that steer the IME', () => {
    compose('고야');
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Tab', keyCode: 229 });
    expect(field()).toHaveValue('고야');
    expect(editor.engine.editing).not.toBeNull();
    fireEvent.compositionEnd(field());
    expect(valueOf('idea')).toBe('고야');
  });

  it('is not cut by a redraw or by a change from elsewhere, and both are kept', () => {
    compose('고야');
    act(() => editor.engine.view.setViewport({ x: 4, y: 4, zoom: 1.5 }));
    arrive('from another tab');
    act(() => editor.engine.merge([{ type: 'moveNode', id: 'idea', position: { x: 0, y: 0 } }]));
    expect(field()).toHaveValue('고야');
    compose('고양이');
    fireEvent.compositionEnd(field());
    expect(valueOf('idea')).toBe('고양이from another tab');
    expect(field()).toHaveValue('고양이from another tab');
    expect(field().selectionStart).toBe(3);
  });

  it('is left open while the text goes on elsewhere, and leaves those words when the person comes back', () => {
    compose('고양');
    fireEvent.compositionEnd(field());
    fireEvent.compositionStart(field());
    compose('고양이');
    arrive('고양 on a red sofa');
    act(() => field().blur());
    expect(valueOf('idea')).toBe('고양이 on a red sofa');
  });

  it('changes nothing when it ends as it began, and shows what has come from elsewhere', () => {
    compose('고양');
    fireEvent.compositionEnd(field());
    const saved = editor.engine.steps.undoStep;
    fireEvent.compositionStart(field());
    arrive('a ');
    expect(field()).toHaveValue('고양');
    fireEvent.compositionEnd(field());
    expect(valueOf('idea')).toBe('a ');
    expect(field()).toHaveValue('a ');
    expect(editor.engine.steps.undoStep).toBe(saved);
  });

  it('stands beside words from elsewhere that replaced those around it', () => {
    compose('a cat');
    fireEvent.compositionEnd(field());
    fireEvent.compositionStart(field());
    compose('a 고cat');
    arrive('two dogs');
    fireEvent.compositionEnd(field());
    expect(valueOf('idea')).toBe('two dogs고');
    fireEvent.compositionStart(field());
    compose('three 개');
    arrive('two dogs고!');
    fireEvent.compositionEnd(field());
    expect(valueOf('idea')).toBe('three 개!');
  });

  it('is kept when the field is left in the middle of it', () => {
    compose('고양');
    // Some IMEs never report their end.
    act(() => field().blur());
    expect(valueOf('idea')).toBe('고양');
    expect(editor.engine.editing).toBeNull();
  });

  it('is kept when another field takes its place', () => {
    compose('고양이');
    edit({ nodeId: 'note', name: 'value' });
    expect(valueOf('idea')).toBe('고양이');
    expect(field()).toHaveValue('watercolour');
  });

  it('goes on to the next word', () => {
    compose('고양이');
    fireEvent.compositionEnd(field());
    fireEvent.input(field(), { target: { value: '고양이 ' } });
    fireEvent.compositionStart(field());
    compose('고양이 ㄱ');
    expect(valueOf('idea')).toBe('고양이 ');
    compose('고양이 기타');
    fireEvent.compositionEnd(field());
    expect(valueOf('idea')).toBe('고양이 기타');
  });
});
