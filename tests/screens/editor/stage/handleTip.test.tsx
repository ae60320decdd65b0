import { act, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandleTip } from '../../../../src/screens/editor/stage/HandleTip';
import { TestEditor } from '../../../support/TestEditor';

function Desk({ editor }: { readonly editor: TestEditor }) {
  const area = useRef<HTMLDivElement>(null);
  return (
    <div ref={area} data-testid="area">
      <div data-node-id="art">
        <button type="button" data-handle="video-left" aria-label="video input" />
      </div>
      <HandleTip flow={editor.flow} area={area} />
    </div>
  );
}

const desk = () => TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } });

const rest = (): void => act(() => void vi.advanceTimersByTime(400));

/** Moves a pointer of this kind to a handle, or to a point beside them, and rests there. */
function pointAt(editor: TestEditor, at: Parameters<TestEditor['pointerMove']>[0], pointerType = 'mouse'): void {
  fireEvent(screen.getByTestId('area'), Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }));
  act(() => void editor.pointerMove(at));
  rest();
}

const tip = () => screen.queryByRole('tooltip')?.textContent ?? null;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('the tooltip of a handle', () => {
  it('says what each handle is for, in both languages [CARD-6]', async () => {
    const editor = desk();
    render(<Desk editor={editor} />);
    const said: Record<string, string | null> = {};
    for (const id of ['text-left', 'image-left', 'video-left', 'audio-left', 'image-right']) {
      pointAt(editor, editor.handle('art', id));
      said[id] = tip();
    }
    expect(said).toEqual({
      'text-left': 'Text input: accepts blue connections from text nodes',
      'image-left': 'Image input: accepts yellow connections from image nodes',
      'video-left': 'Video input: cannot be connected yet',
      'audio-left': 'Audio input: cannot be connected yet',
      'image-right': 'Image output: drag a connection from here to an image input',
    });
    await act(() => i18next.changeLanguage('ko'));
    expect(tip()).toBe('이미지 출력: 여기서 끌어 이미지 입력에 연결해요');
    await act(() => i18next.changeLanguage('en'));
  });

  it('goes with the mouse, on the card beside the handle, off the stage and with a gesture [CARD-6]', () => {
    const editor = desk();
    render(<Desk editor={editor} />);
    const output = editor.handle('idea', 'text-right');
    pointAt(editor, output);
    expect(tip()).not.toBeNull();
    pointAt(editor, [100, 20]);
    expect(tip()).toBeNull();
    pointAt(editor, output);
    fireEvent.pointerLeave(screen.getByTestId('area'));
    expect(tip()).toBeNull();
    pointAt(editor, output);
    act(() => void editor.pointerDown(output).pointerMove([330, 300]));
    expect(tip()).toBeNull();
  });

  it('does not come while the mouse only goes past [CARD-6]', () => {
    const editor = desk();
    render(<Desk editor={editor} />);
    pointAt(editor, [100, 20]);
    act(() => void editor.pointerMove(editor.handle('idea', 'text-right')));
    act(() => void vi.advanceTimersByTime(399));
    expect(tip()).toBeNull();
    act(() => void editor.pointerMove([100, 20]));
    rest();
    expect(tip()).toBeNull();
  });

  it('does not come from a finger', () => {
    const editor = desk();
    render(<Desk editor={editor} />);
    pointAt(editor, editor.handle('idea', 'text-right'), 'touch');
    expect(tip()).toBeNull();
  });

  it('comes with the focus of the keyboard [CARD-6]', () => {
    const editor = desk();
    render(<Desk editor={editor} />);
    const button = screen.getByRole('button');
    act(() => button.focus());
    rest();
    expect(tip()).toBe('Video input: cannot be connected yet');
    act(() => button.blur());
    expect(tip()).toBeNull();
  });

  it('is at rest where nothing is drawn to point at', () => {
    const editor = desk();
    render(<Desk editor={editor} />);
    act(() => editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.1 }));
    pointAt(editor, [22, 10]);
    expect(tip()).toBeNull();
  });

  it.each([
    { of: 'past the right edge', x: 250, y: 100, aside: '-68px', down: '0px' },
    { of: 'past the left edge and the top', x: -20, y: -30, aside: '28px', down: '38px' },
    { of: 'within', x: 100, y: 100, aside: '0px', down: '0px' },
  ])('lies whole on the stage: one that would be $of [CARD-6]', ({ x, y, aside, down }) => {
    const editor = desk();
    const boxOf = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function boxOf(
      this: HTMLElement,
    ) {
      return this.getAttribute('role') === 'tooltip' ? new DOMRect(x, y, 160, 40) : new DOMRect(0, 0, 350, 600);
    });
    render(<Desk editor={editor} />);
    pointAt(editor, editor.handle('art', 'text-left'));
    const { style } = screen.getByRole('tooltip');
    expect([style.getPropertyValue('--aside'), style.getPropertyValue('--down')]).toEqual([aside, down]);
    boxOf.mockRestore();
  });
});
