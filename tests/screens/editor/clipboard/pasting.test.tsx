import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useClipboard } from '../../../../src/screens/editor/clipboard/useClipboard';
import { useFocusNode } from '../../../../src/screens/editor/view/useFocusNode';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';

let open: OpenEditor;

const denied = (): Promise<ClipboardItem[]> => Promise.reject(new DOMException('denied', 'NotAllowedError'));

/** The clipboard of a canvas in this area. */
const openClipboard = (area: HTMLElement | null) =>
  renderHook(() => {
    const ref = { current: area };
    const [focusNode] = useFocusNode(ref);
    return useClipboard(open, ref, focusNode);
  });

const edges = (): number => open.editor.document.allEdges().length;

beforeEach(async () => {
  const desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea'), art('art')], [pipe('idea', 'art')]));
  open = await desk.edit(7);
  // A test before this one may have given the page a clipboard that can only be read.
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { read: denied } } }));
});
afterEach(() => void vi.unstubAllGlobals());

describe('a paste from the menu, where the browser denies the clipboard', () => {
  it('brings the last copy of this tab, with its connections when they are asked for', async () => {
    const { result } = openClipboard(null);
    open.editor.select({ nodes: new Set(['idea']) });
    open.clipboard.copy();
    await act(async () => result.current.paste(false));
    await expect.poll(() => open.editor.document.allNodes().length).toBe(3);
    expect(edges()).toBe(1);
    await act(async () => result.current.paste(true));
    await expect.poll(() => open.editor.document.allNodes().length).toBe(4);
    expect(edges()).toBe(2);
    expect(open.editor.document.allEdges().at(-1)?.target).toBe('art');
  });
});

describe('the keys of the clipboard', () => {
  let copied: ReturnType<OpenEditor['clipboard']['copy']>;

  /** Presses Ctrl and the key that says 'v' there, and '.' on other keyboards; the browser then pastes. */
  const pasteOnDvorak = (shiftKey: boolean): void => {
    fireEvent.keyDown(document.body, { key: shiftKey ? 'V' : 'v', code: 'Period', ctrlKey: true, shiftKey });
    const { html = '', plain = '' } = copied ?? {};
    const getData = (type: string): string => (type === 'text/html' ? html : plain);
    fireEvent.paste(document.body, { clipboardData: { getData, files: [] } });
  };

  it('are those that their action shows, by the letter of the key: with Shift a paste joins [CLIP-3]', () => {
    openClipboard(null);
    open.editor.select({ nodes: new Set(['idea']) });
    copied = open.clipboard.copy();
    pasteOnDvorak(true);
    expect(edges()).toBe(2);
    pasteOnDvorak(false);
    expect([open.editor.document.allNodes().length, edges()]).toEqual([4, 2]);
  });
});

/** Names of the files that are taken as pictures. */
const pasteFiles = (files: readonly File[], plain: string): string[] => {
  const add = vi.spyOn(open.uploads, 'addFiles').mockResolvedValue(undefined);
  openClipboard(null);
  const getData = (type: string): string => (type === 'text/plain' ? plain : '');
  fireEvent.paste(document.body, { clipboardData: { getData, files } });
  return add.mock.calls.flatMap(([taken]) => taken.map(({ name }) => name));
};

describe('files that were copied in another program', () => {
  const cat = new File(['meow'], 'cat.heic');
  const dog = new File(['woof'], 'dog.png', { type: 'image/png' });
  it.each([
    ['their names beside them, as macOS gives them', 'cat.heic\rdog.png'],
    ['no words', ''],
  ])('are pasted, whatever type they have, with %s [CLIP-9]', (_what, plain) => {
    expect(pasteFiles([cat, dog], plain)).toEqual(['cat.heic', 'dog.png']);
    expect(open.editor.document.allNodes()).toHaveLength(2);
  });

  it('are left where other words lie beside them: a table is its words [CLIP-5]', () => {
    expect(pasteFiles([dog], 'name\tage')).toEqual([]);
    expect(open.editor.document.allNodes().at(-1)?.data.value).toBe('name\tage');
  });
});

describe('words that are marked in the page [CLIP-10]', () => {
  const area = document.createElement('div');
  area.innerHTML =
    '<p>Fit everything</p><div data-stage tabindex="0"></div><div data-node-id="idea" tabindex="0"></div>';
  const part = (selector: string): HTMLElement => {
    const found = area.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const setData = vi.fn<(type: string, data: string) => void>();
  const copy = (): void => void fireEvent.copy(document.body, { clipboardData: { setData } });
  const mark = (): void => document.getSelection()?.selectAllChildren(part('p'));

  beforeEach(() => {
    document.body.append(area);
    setData.mockClear();
    open.editor.select({ nodes: new Set(['idea']) });
  });
  afterEach(() => area.remove());

  it.each([
    ['a press on the stage', () => fireEvent.pointerDown(part('[data-stage]'))],
    ['the focus of a node', () => part('[data-node-id]').focus()],
  ])('are copied until %s', (_what, turn) => {
    openClipboard(area);
    mark();
    fireEvent.pointerDown(part('p'));
    copy();
    expect(setData).not.toHaveBeenCalled();
    turn();
    copy();
    expect(setData).toHaveBeenCalledWith('text/html', expect.stringContaining('data-mulgil-flow'));
  });

  it('are not what the buttons copy and cut', () => {
    const { result } = openClipboard(area);
    Object.assign(document, { execCommand: copy });
    mark();
    result.current.command('copy');
    expect(setData).toHaveBeenCalledWith('text/html', expect.stringContaining('data-mulgil-flow'));
  });

  it.each(['copy', 'cut'] as const)('are left alone in a field where the command bar chooses to %s', (name) => {
    const search = area.appendChild(document.createElement('input'));
    search.value = 'fit';
    const { result } = openClipboard(area);
    // The browser tells the element that has the focus.
    const execCommand = (): boolean =>
      fireEvent[name](document.activeElement ?? document.body, { clipboardData: { setData } });
    Object.assign(document, { execCommand });
    // The command bar has given the focus back to where it was opened.
    search.select();
    search.focus();
    result.current.command(name);
    expect(setData).toHaveBeenCalledWith('text/html', expect.stringContaining('data-mulgil-flow'));
    expect(open.editor.document.nodeCount).toBe(name === 'cut' ? 1 : 2);
    expect(search).toHaveValue('fit');
    search.remove();
  });

  it('leave the focus on the button that copies', () => {
    const button = area.appendChild(document.createElement('button'));
    const { result } = openClipboard(area);
    Object.assign(document, { execCommand: copy });
    button.focus();
    result.current.command('copy');
    expect(button).toHaveFocus();
    button.remove();
  });
});
