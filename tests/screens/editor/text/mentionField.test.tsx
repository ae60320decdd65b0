import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TextOverlay } from '../../../../src/screens/editor/text/TextOverlay';
import { pipe, TestEditor } from '../../../support/TestEditor';

const onClosed = vi.fn<(nodeId: string) => void>();
let editor: TestEditor;

const value = (): unknown => editor.engine.document.node('idea')?.data.value;
const field = (): HTMLTextAreaElement => screen.getByRole('textbox');
const list = () => screen.findByRole('listbox', { name: 'Mention' });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const write = (at = 'idea'): void => act(() => editor.engine.startEditing({ nodeId: at, name: 'value' }));
const rename = (to: string): void =>
  act(() => editor.engine.apply([{ type: 'setData', id: 'style', data: { name: to } }]));
/** The text as another device has saved it. */
const arrive = (to: string): void =>
  act(() => editor.engine.merge([{ type: 'setData', id: 'idea', data: { value: to } }]));

beforeEach(() => {
  onClosed.mockClear();
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      style: { type: 'text', at: [0, 300], data: { name: '화풍', value: 'watercolour' } },
      photo: { type: 'imageUpload', at: [0, 600], data: { value: '/files/1.png' } },
      art: { type: 'image', at: [500, 0], data: {} },
      apart: { type: 'textPrompt', at: [0, 900], data: { value: 'apart' } },
    },
    [pipe('idea', 'art'), pipe('style', 'art'), pipe('photo', 'art', 'image')],
  );
  render(<TextOverlay flow={editor.flow} onClosed={onClosed} />);
});

describe("an '@' in a text", () => {
  it('offers what feeds the same image node, and Enter puts it in [MENTION-9]', async () => {
    write();
    await userEvent.keyboard('the colours of @');
    expect(await list()).toBeVisible();
    expect(options()).toEqual(['1Image input', '화풍']);
    expect(field()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(value()).toBe('the colours of @{style}');
    expect(field()).toHaveValue('the colours of @화풍');
    expect(screen.queryByRole('listbox')).toBeNull();

    await userEvent.keyboard(' like @1');
    await list();
    await userEvent.keyboard('{Tab}');
    expect(value()).toBe('the colours of @{style} like @{photo}');
    expect(field()).toHaveValue('the colours of @화풍 like @1');
  });

  it('finds titles by their initials, and by the other keyboard [MENTION-9]', async () => {
    write();
    fireEvent.input(field(), { target: { value: '@ㅎㅍ' } });
    fireEvent.select(field());
    await list();
    expect(options()).toEqual(['화풍']);
    fireEvent.click(screen.getByRole('option'));
    expect(value()).toBe('@{style}');
    expect(field()).toHaveFocus();
  });

  it('is plain where Escape has closed the list, in an address, and where nothing fits [MENTION-9]', async () => {
    write();
    await userEvent.keyboard('@');
    await list();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.keyboard(' me@home @zebra{Enter}!');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(value()).toBe('@ me@home @zebra\n!');
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('has its list within a stage that is too narrow beside the field [MENTION-9]', async () => {
    editor.engine.view.setSize({ width: 300, height: 700 });
    write();
    await userEvent.keyboard('@');
    const left = Number.parseFloat((await list()).style.left);
    expect(editor.engine.view.toScreen({ x: left, y: 0 }).x).toBe(8);
  });

  it('says what to connect where nothing is [MENTION-9]', async () => {
    write('apart');
    await userEvent.keyboard(' @');
    expect(await screen.findByText(/to the same image node/)).toBeVisible();
  });
});

describe('a mention in a field', () => {
  beforeEach(() => {
    act(() => editor.engine.apply([{ type: 'setData', id: 'idea', data: { value: 'a @{style} b' } }]));
    write();
  });

  it('has its title, and follows it [MENTION-7]', () => {
    expect(field()).toHaveValue('a @화풍 b');
    rename('색');
    expect(field()).toHaveValue('a @색 b');
    expect(value()).toBe('a @{style} b');
  });

  it('goes as one when a letter of it is deleted, and the caret stays there [MENTION-7]', async () => {
    act(() => field().setSelectionRange(5, 5));
    await userEvent.keyboard('{Backspace}');
    expect(value()).toBe('a  b');
    expect(field()).toHaveValue('a  b');
    expect(field().selectionStart).toBe(2);
    await userEvent.keyboard('x');
    expect(value()).toBe('a x b');
  });

  it('stays through what is written around it [MENTION-7]', async () => {
    await userEvent.keyboard('!');
    act(() => field().setSelectionRange(0, 0));
    await userEvent.keyboard('in ');
    expect(value()).toBe('in a @{style} b!');
  });

  it('stays through a composition beside it under which its title has changed [MENTION-7]', () => {
    fireEvent.compositionStart(field());
    fireEvent.input(field(), { target: { value: 'a @화풍의 b' } });
    rename('화풍 2');
    arrive('so a @{style} b');
    expect(field()).toHaveValue('a @화풍의 b');
    fireEvent.compositionEnd(field());
    expect(value()).toBe('so a @{style}의 b');
    expect(field()).toHaveValue('so a @화풍 2의 b');
  });

  it('is followed by what is typed after a composition that came to nothing, under which the text has changed [MENTION-7]', async () => {
    fireEvent.compositionStart(field());
    fireEvent.input(field(), { target: { value: 'a @화풍 b고' } });
    fireEvent.input(field(), { target: { value: 'a @화풍 b' } });
    rename('화풍 2');
    arrive('a @{style} b on a red sofa');
    fireEvent.compositionEnd(field());
    expect(field()).toHaveValue('a @화풍 2 b on a red sofa');
    act(() => field().setSelectionRange(field().value.length, field().value.length));
    await userEvent.keyboard('!');
    expect(value()).toBe('a @{style} b on a red sofa!');
  });

  it('is put in during a composition, into the words that have come from elsewhere [MENTION-9]', async () => {
    fireEvent.compositionStart(field());
    fireEvent.input(field(), { target: { value: 'a @화풍 b @ㅎ' } });
    fireEvent.select(field());
    await list();
    arrive('so a @{style} b');
    fireEvent.click(screen.getByRole('option'));
    expect(value()).toBe('so a @{style} b @{style}');
    fireEvent.compositionEnd(field());
    expect(value()).toBe('so a @{style} b @{style}');
    expect(field()).toHaveValue('so a @화풍 b @화풍');
  });
});
