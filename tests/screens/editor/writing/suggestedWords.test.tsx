import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../../src/api';
import { ApiFailure } from '../../../../src/api/ApiFailure';
import { en } from '../../../../src/i18n/en';
import { SuggestedWords } from '../../../../src/screens/editor/writing/SuggestedWords';
import { Writing } from '../../../../src/stores/Writing';
import { TestEditor } from '../../../support/TestEditor';

const {
  improve,
  describe: describeIt,
  use,
  addText,
  addLists,
  again,
  leave,
  same,
  changed,
  gone: sourceGone,
} = en.writing;

/** The text model on the other side of the API; each test sets its answers. */
const host = { improve: vi.fn<Api['nodes']['improve']>(), describe: vi.fn<Api['nodes']['describe']>() };
let canvas: TestEditor;
let writing: Writing;
const converted: string[] = [];
const gone: string[] = [];

beforeEach(() => {
  vi.resetAllMocks();
  converted.length = 0;
  gone.length = 0;
  canvas = TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0], data: { value: '강가의 집' } },
    art: { type: 'image', at: [450, 0], data: { value: '/files/a.png' } },
  });
  writing = new Writing({ editor: canvas.engine, nodes: host });
  const conversion = { convertToCategory: async (id: string) => converted.push(id) };
  render(<SuggestedWords writing={writing} conversion={conversion} onTaken={(id) => gone.push(id)} />);
});

const valueOf = (id: string): unknown => canvas.node(id).data.value;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('words that the text model would write otherwise', () => {
  it("are beside the person's own, and change nothing before they are used; undo restores the own ones [WRITE-8]", async () => {
    const answers: ((text: string) => void)[] = [];
    host.improve.mockReturnValue(new Promise((resolve) => answers.push(resolve)));
    void writing.ask('improve', 'idea', 'ko');
    expect(await screen.findByText(en.writing.asked)).toBeInTheDocument();
    answers[0]?.('노을 진 강가의 작은 집');
    expect(screen.getByRole('dialog', { name: improve, hidden: true })).toBeInTheDocument();
    await screen.findByText('노을');
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      '노을',
      '진',
      '작은',
    ]);
    expect(valueOf('idea')).toBe('강가의 집');
    await press(use);
    expect(valueOf('idea')).toBe('노을 진 강가의 작은 집');
    await waitFor(() => expect(gone).toEqual(['idea']));
    expect(writing.suggestion).toBeNull();
    canvas.engine.undo();
    expect(valueOf('idea')).toBe('강가의 집');
  });

  it('are left by the button, and what is written after that is not shown [WRITE-8]', async () => {
    const answers: ((text: string) => void)[] = [];
    host.improve.mockReturnValue(new Promise((resolve) => answers.push(resolve)));
    void writing.ask('improve', 'idea', 'ko');
    await screen.findByText(en.writing.asked);
    await press(leave);
    answers[0]?.('늦은 글');
    await Promise.resolve();
    expect(writing.suggestion).toBeNull();
    expect(valueOf('idea')).toBe('강가의 집');
  });

  it('are not used when the text has changed meanwhile, and are written again from the new text [WRITE-8]', async () => {
    host.improve.mockResolvedValueOnce('하나').mockResolvedValueOnce('강가의 배');
    void writing.ask('improve', 'idea', 'ko');
    await screen.findByText('하나');
    canvas.engine.merge([{ type: 'setData', id: 'idea', data: { value: '강가의 배' } }]);
    await press(use);
    expect(await screen.findByText(changed)).toBeVisible();
    expect(valueOf('idea')).toBe('강가의 배');
    await press(again);
    expect(await screen.findByText(same)).toBeVisible();
    expect(host.improve).toHaveBeenLastCalledWith('강가의 배');
    expect(screen.queryByRole('button', { name: use })).toBeNull();
  });

  it('say that their text is gone where somebody else has deleted it, and can only be left [WRITE-8]', async () => {
    host.improve.mockResolvedValueOnce('하나');
    void writing.ask('improve', 'idea', 'ko');
    await screen.findByText('하나');
    canvas.engine.merge([{ type: 'removeNode', id: 'idea' }]);
    await press(use);
    expect(await screen.findByRole('alert')).toHaveTextContent(sourceGone);
    expect(screen.queryByRole('button', { name: again })).toBeNull();
    expect(screen.queryByRole('button', { name: use })).toBeNull();
    await press(leave);
    expect(writing.suggestion).toBeNull();
  });

  it('that fail are reported with the reason, and can be requested again [WRITE-8]', async () => {
    const body = { message: 'You have asked often enough today.', code: 'limitDay' };
    host.improve
      .mockRejectedValueOnce(new ApiFailure({ kind: 'http', status: 429, code: 'limitDay', message: '', body }))
      .mockRejectedValueOnce(new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'lost' }));
    void writing.ask('improve', 'idea', 'ko');
    expect(await screen.findByRole('alert')).toHaveTextContent('You have asked often enough today.');
    await press(again);
    await screen.findByText(en.writing.failed);
    expect(valueOf('idea')).toBe('강가의 집');
  });
});

describe('the description of a picture', () => {
  it('becomes a text prompt below it, in the language of the person, or a category [WRITE-9]', async () => {
    host.describe.mockResolvedValue('A small house by a river.');
    void writing.ask('describe', 'art', 'en');
    await screen.findByText('A small house by a river.');
    expect(screen.getByRole('dialog', { name: describeIt, hidden: true })).toBeInTheDocument();
    expect(host.describe).toHaveBeenCalledWith({ content: '/files/a.png', language: 'en' });
    await press(addText);
    await waitFor(() => expect(gone).toHaveLength(1));
    const [added] = gone;
    expect(canvas.node(added ?? '')).toMatchObject({
      type: 'textPrompt',
      data: { value: 'A small house by a river.' },
    });
    expect(canvas.node(added ?? '').position.y).toBeGreaterThan(canvas.node('art').position.y);
    canvas.engine.undo();
    expect(canvas.engine.document.nodeCount).toBe(2);

    void writing.ask('describe', 'art', 'en');
    await screen.findByText('A small house by a river.');
    await press(addLists);
    await waitFor(() => expect(gone).toHaveLength(2));
    expect(converted).toEqual([gone[1]]);
  });

  it('is not asked for again where its picture is gone, and still goes onto the canvas [WRITE-9]', async () => {
    host.describe.mockResolvedValueOnce('A small house by a river.');
    void writing.ask('describe', 'art', 'en');
    await screen.findByText('A small house by a river.');
    canvas.engine.merge([{ type: 'removeNode', id: 'art' }]);
    await press(again);
    expect(await screen.findByRole('alert')).toHaveTextContent(sourceGone);
    expect(screen.queryByRole('button', { name: again })).toBeNull();
    await press(addText);
    await waitFor(() => expect(gone).toHaveLength(1));
    expect(canvas.node(gone[0] ?? '').data.value).toBe('A small house by a river.');
  });

  it('is not asked for where there is no picture of this server [WRITE-9]', async () => {
    await writing.ask('describe', 'idea', 'en');
    await writing.ask('improve', 'art', 'en');
    expect(writing.suggestion).toBeNull();
    expect(host.describe).not.toHaveBeenCalled();
    expect(host.improve).not.toHaveBeenCalled();
  });
});
