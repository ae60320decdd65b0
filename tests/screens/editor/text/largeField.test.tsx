import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TextOverlay } from '../../../../src/screens/editor/text/TextOverlay';
import { TestEditor } from '../../../support/TestEditor';

const LONG = 'a quiet hanok courtyard in spring light. '.repeat(6);

const open = (value: string, zoom = 1): TestEditor => {
  const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [900, 600], data: { value } } }, [], {
    x: 0,
    y: 0,
    zoom,
  });
  editor.engine.view.setSize({ width: 1000, height: 700 });
  render(<TextOverlay flow={editor.flow} onClosed={() => undefined} />);
  act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
  return editor;
};
const field = () => screen.getByRole('textbox');
const grip = () => screen.getByRole('slider');
const isLarge = (): boolean => /large/.test(field().className);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the field of a long text', () => {
  it('is large and in view as a whole; that of a short text lies on its card [TEXT-3]', () => {
    open(LONG);
    expect(isLarge()).toBe(true);
    const { left, top, width, height } = field().style;
    expect([width, height]).toEqual(['560px', '360px']);
    expect([left, top]).toEqual(['432px', '332px']);
    cleanup();
    open('a fox');
    expect(isLarge()).toBe(false);
    expect(field().style.left).toBe('912px');
  });

  it('is no wider than the stage of a phone, with some room around it [TEXT-3]', () => {
    const editor = open(LONG);
    act(() => editor.engine.stopEditing());
    editor.engine.view.setSize({ width: 320, height: 700 });
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect([field().style.width, field().style.height]).toEqual(['304px', '360px']);
    expect(field().style.left).toBe('8px');
  });

  it('stays in view, as that of a short text does, when a keyboard on the screen makes the stage lower [TEXT-3]', () => {
    const large = open(LONG);
    act(() => large.engine.view.setSize({ width: 1000, height: 300 }));
    expect([field().style.top, field().style.height]).toEqual(['8px', '284px']);
    cleanup();
    const small = open('a fox');
    act(() => small.engine.view.setSize({ width: 1000, height: 300 }));
    const { y } = small.engine.view.toScreen({ x: 0, y: Number.parseFloat(field().style.top) });
    expect([y > 0, y + Number.parseFloat(field().style.height) < 300]).toEqual([true, true]);
  });

  it('comes while the text grows, in the same element, and stays until it is closed [TEXT-3]', () => {
    const editor = open('a fox');
    const element = field();
    act(() => editor.engine.editText({ nodeId: 'idea', name: 'value' }, LONG));
    expect([field() === element, isLarge()]).toEqual([true, true]);
    act(() => editor.engine.editText({ nodeId: 'idea', name: 'value' }, 'a fox'));
    expect(isLarge()).toBe(true);
  });

  it('is large far out, where the card is too small to write on', () => {
    open('a fox', 0.2);
    expect(isLarge()).toBe(true);
  });

  it('keeps the size it was given, and never more than 80 % of the window [TEXT-3]', () => {
    const editor = open(LONG);
    fireEvent.pointerDown(grip(), { pointerId: 1, clientX: 900, clientY: 600 });
    fireEvent.pointerMove(grip(), { pointerId: 1, clientX: 980, clientY: 540 });
    fireEvent.pointerUp(grip(), { pointerId: 1 });
    fireEvent.pointerMove(grip(), { pointerId: 1, clientX: 100, clientY: 100 });
    expect(field()).toHaveFocus();
    act(() => editor.engine.stopEditing());
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect([field().style.width, field().style.height]).toEqual(['640px', '300px']);
    cleanup();
    localStorage.setItem('mulgil-text-field', '{"width":9000,"height":"tall"}');
    open(LONG);
    expect(Number.parseFloat(field().style.width)).toBeCloseTo(window.innerWidth * 0.8);
    expect(field().style.height).toBe('360px');
    cleanup();
    localStorage.setItem('mulgil-text-field', 'no size');
    open(LONG);
    expect(field().style.width).toBe('560px');
  });

  it('is resized by the arrow keys at its grip, which says its size, and kept so [TEXT-6]', async () => {
    const editor = open(LONG);
    await userEvent.tab();
    expect(grip()).toHaveFocus();
    expect(grip()).toHaveAccessibleName('Size of the text field');
    expect(grip()).toHaveAttribute('aria-valuetext', '560 by 360 pixels');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
    expect([field().style.width, field().style.height]).toEqual(['600px', '440px']);
    expect(grip()).toHaveAttribute('aria-valuenow', '600');
    expect(grip()).toHaveAttribute('aria-valuetext', '600 by 440 pixels');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}');
    expect(field().style.width).toBe('240px');
    for (let presses = 0; presses < 40; presses++) await userEvent.keyboard('{ArrowDown}');
    expect(Number.parseFloat(field().style.height)).toBeCloseTo(window.innerHeight * 0.8);
    const { width, height } = field().style;
    // The node stays where it is.
    expect(editor.node('idea').position).toEqual({ x: 900, y: 600 });
    act(() => editor.engine.stopEditing());
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect([field().style.width, field().style.height]).toEqual([width, height]);
  });

  it('can be written in after its grip had the focus, and is left from there as from the text [TEXT-6]', async () => {
    const editor = open(LONG);
    await userEvent.keyboard(' and');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(field()).toHaveFocus();
    await userEvent.keyboard(' rain');
    expect(editor.node('idea').data.value).toBe(`${LONG} and rain`);
    await userEvent.tab();
    await userEvent.tab({ shift: true });
    expect(field()).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(editor.engine.editing).toBeNull();
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    await userEvent.tab();
    await userEvent.tab();
    expect(editor.engine.editing).toBeNull();
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    await userEvent.tab();
    act(() => grip().blur());
    expect(editor.engine.editing).toBeNull();
  });
});
