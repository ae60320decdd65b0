import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TextOverlay } from '../../../src/screens/editor/text/TextOverlay';
import { TestEditor } from '../../support/TestEditor';

const LONG = 'a quiet hanok courtyard in spring light. '.repeat(6);

const open = (value: string, zoom = 1): TestEditor => {
  const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [900, 600], data: { value } } }, [], {
    x: 0,
    y: 0,
    zoom,
  });
  editor.engine.viewport.setSize({ width: 1000, height: 700 });
  render(<TextOverlay editor={editor.engine} onClosed={() => undefined} />);
  act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
  return editor;
};
const field = () => screen.getByRole('textbox');
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
    Object.assign(field().style, { width: '640px', height: '300px' });
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
});
