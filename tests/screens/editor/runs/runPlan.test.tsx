import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunPlan } from '../../../../src/api/contractRuns';
import { startI18n } from '../../../../src/i18n/startI18n';
import { RunAsk } from '../../../../src/screens/editor/runs/RunAsk';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { failure } from '../../../stores/support/FakeProjects';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';

let desk: Desk;
let open: OpenEditor;
const wentTo = vi.fn<(nodeId: string) => void>();

const PLAN: RunPlan = {
  steps: [
    { nodeId: 'one', state: 'run' },
    { nodeId: 'two', state: 'run' },
    { nodeId: 'three', state: 'kept' },
    { nodeId: 'alone', state: 'blocked', reason: 'notConnected' },
  ],
  calls: 2,
  kept: 1,
  blocked: 1,
  cost: { aboutMicros: 78_000, unknownCalls: 0 },
  allowed: { calls: 12, micros: 1_500_000 },
};

const dialog = () => screen.findByRole('dialog');
const press = async (name: string): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await desk.clock.pass(100);
  });
};
const ask = async (plan: Partial<RunPlan>): Promise<void> => {
  desk.manyRuns.answer = () => ({ ...PLAN, ...plan });
  await act(async () => {
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(100);
  });
};

const pass = (ms: number) => act(() => desk.clock.pass(ms));

/** A list whose words go one by one. */
const list = (id: string, value: string, pair = '') => ({
  type: 'addNode' as const,
  node: { id, type: 'categoryItem', position: { x: 0, y: 0 }, data: { name: id, value, each: true, pair } },
});
const addLists = () =>
  act(async () => {
    open.editor.apply([
      list('who', 'cat, dog, owl'),
      list('where', 'sea, sky', 'a'),
      list('when', 'dawn, noon, dusk, night', 'a'),
      list('how', 'ink, oil, chalk'),
      ...['who', 'where', 'when', 'how'].map((id) => ({ type: 'addEdge' as const, edge: pipe(id, 'one') })),
    ]);
    await Promise.resolve();
  });
const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const which = () => screen.getByRole('combobox', { name: 'Which results' });
const isBusy = () => screen.getByRole('dialog').hasAttribute('aria-busy');
const count = () => screen.getByRole('spinbutton', { name: 'How many' });
const blocked = (nodeId: string) => ({ nodeId, state: 'blocked', reason: 'notConnected' }) as const;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(
    7,
    canvas(
      [prompt('idea', 'a river'), art('one'), art('two'), art('three'), art('alone')],
      [pipe('idea', 'one'), pipe('one', 'two'), pipe('two', 'three')],
    ),
  );
  open = await desk.edit(7);
  render(<RunAsk flow={open.flow} cells={open.cells} planning={open.runs.planning} onGoTo={wentTo} />);
});

describe('the plan of a run [ASK-3]', () => {
  it("shows new, kept and impossible steps with reasons, the cost and the day's limit", async () => {
    await ask({});
    const plan = await dialog();
    expect(plan).toHaveAccessibleName('Run plan: Everything');
    for (const words of [
      '2 new results',
      '1 already exists and is kept',
      '1 cannot run',
      'No node is connected on its left.',
      'About $0.078',
      '12 results, $1.50',
    ])
      expect(plan).toHaveTextContent(words);
    fireEvent.click(screen.getByRole('button', { name: 'Go to Image, Gemini-2.5-flash' }));
    expect(wentTo).toHaveBeenCalledWith('alone');
  });

  it.each([
    ['what is missing', () => open.runs.planning.ask('sheet', ['one'], false)],
    ['one cell', () => open.runs.planning.ask('sheet', ['one'], true, [{ nodeId: 'one', cell: { who: 'cat' } }])],
  ])('of a sheet is headed by its cells, not by a selection: %s', async (_of, begin) => {
    desk.manyRuns.answer = () => PLAN;
    await act(async () => {
      begin();
      await desk.clock.pass(100);
    });
    expect(await dialog()).toHaveAccessibleName('Run plan: Cells of the sheet');
    expect(desk.manyRuns.planned.at(-1)?.nodes).toEqual(['one']);
  });

  it('counts the pictures of lists and the words without a partner, and plans all, few or a random sample [ASK-6]', async () => {
    await addLists();
    await ask({});
    const plan = await dialog();
    expect(plan).toHaveTextContent('3 × 2 × 3 = 18 results');
    expect(plan).toHaveTextContent('2 words have no partner in their pair and are left out.');
    const samples = () => desk.manyRuns.planned.map(({ sample }) => sample);
    expect(samples()).toEqual([undefined]);
    const choose = async (event: () => void): Promise<unknown> => {
      await act(async () => {
        event();
        await desk.clock.pass(500);
      });
      return samples().at(-1);
    };
    expect(await choose(() => fireEvent.change(which(), { target: { value: 'pairs' } }))).toEqual({ mode: 'pairs' });
    const some = { mode: 'random', n: 12, seed: 1 };
    expect(await choose(() => fireEvent.change(which(), { target: { value: 'random' } }))).toEqual(some);
    expect(await choose(() => fireEvent.change(count(), { target: { value: '40' } }))).toEqual({ ...some, n: 18 });
    expect(await choose(() => fireEvent.click(screen.getByRole('button', { name: 'Draw again' })))).toEqual({
      mode: 'random',
      n: 18,
      seed: 2,
    });
    await press('Make 2 results');
    expect(desk.manyRuns.started[0]?.wish.sample).toEqual({ mode: 'random', n: 18, seed: 2 });
  });

  it("names a node's own axes in the reader's words, not by their ids [ASK-6]", async () => {
    await act(async () => {
      open.editor.apply([
        {
          type: 'setData',
          id: 'one',
          data: { models: ['Gemini-2.5-flash', 'wide'], settings: { aspectRatios: ['1:1', '3:2'] } },
        },
      ]);
      await Promise.resolve();
    });
    await ask({});
    await dialog();
    expect(listed()).toEqual(expect.arrayContaining(['Model 2', 'Aspect ratio 2']));
    await act(async () => void (await startI18n('ko').changeLanguage('ko')));
    expect(listed()).toEqual(expect.arrayContaining(['모델 2', '비율 2']));
  });

  it('names the texts with a mention that says nothing, and runs nevertheless [MENTION-11]', async () => {
    await act(async () => {
      open.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'a river like @{three}' } }]);
      await Promise.resolve();
    });
    await ask({});
    const plan = await dialog();
    expect(plan).toHaveTextContent('1 text has a mention that says nothing');
    fireEvent.click(screen.getByRole('button', { name: 'Go to Text input, a river like @Gemini-2.5-flash' }));
    expect(wentTo).toHaveBeenCalledWith('idea');
    await press('Make 2 results');
    expect(desk.manyRuns.started).toHaveLength(1);
  });

  it('distinguishes nodes of one name, by numbers in reading order [ASK-4]', async () => {
    await act(async () => {
      open.editor.apply([
        { type: 'addNode', node: { ...art('low'), position: { x: 0, y: 900 } } },
        { type: 'addNode', node: { ...art('high'), position: { x: 0, y: -900 } } },
      ]);
    });
    await ask({ steps: ['low', 'alone', 'high'].map(blocked), blocked: 3 });
    await dialog();
    fireEvent.click(screen.getByRole('button', { name: 'Go to Image, Gemini-2.5-flash (1)' }));
    fireEvent.click(screen.getByRole('button', { name: 'Go to Image, Gemini-2.5-flash (3)' }));
    expect(wentTo.mock.calls.flat().slice(-2)).toEqual(['high', 'low']);
  });

  it.each([
    [{ aboutMicros: 0, unknownCalls: 2 }, 'CostUnknown'],
    [{ aboutMicros: 39_000, unknownCalls: 1 }, 'CostAbout $0.039, and 1 of unknown price'],
    [{ aboutMicros: 0, unknownCalls: 0 }, 'CostFree'],
  ])('never shows nothing for an unknown cost: %j', async (cost, words) => {
    await ask({ cost });
    expect(await dialog()).toHaveTextContent(words);
  });

  it('warns before what the day does not let', async () => {
    await ask({ allowed: { calls: 1, micros: null } });
    expect(await dialog()).toHaveTextContent('Only 1 more can be made today.');
    await ask({ allowed: { calls: null, micros: 10 } });
    expect(await dialog()).toHaveTextContent('It may cost more than today’s remaining budget.');
    await ask({ allowed: { calls: null, micros: 0 }, cost: { aboutMicros: 0, unknownCalls: 2 } });
    expect(await dialog()).toHaveTextContent('It may cost more than today’s remaining budget.');
    expect(screen.getByRole('button', { name: 'Make 2 results' })).toBeVisible();
  });

  it.each([
    { of: 'number', allowed: { calls: 0, micros: null } },
    { of: 'budget', allowed: { calls: null, micros: 0 } },
  ])('offers to make nothing where the day lets none be made by its $of', async ({ of: _of, ...none }) => {
    await ask({ kept: 0, steps: [{ nodeId: 'one', state: 'run' }], ...none });
    expect(await dialog()).toHaveTextContent('No more can be made today. Run it again tomorrow.');
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Close' }).at(-1)).toHaveFocus());
    await ask(none);
    expect(screen.getByRole('dialog')).toHaveTextContent('What is missing will fail, and can be run again tomorrow.');
    await act(async () => void (await startI18n('ko').changeLanguage('ko')));
    expect(screen.getByRole('dialog')).toHaveTextContent(
      '오늘은 더 만들 수 없어요. 없는 것은 실패로 남고, 내일 다시 실행할 수 있어요.',
    );
    await press('있는 결과 쓰기');
    expect([desk.manyRuns.started.length, desk.announced]).toEqual([1, []]);
  });

  it('offers what is free where the budget is used up', async () => {
    await ask({ cost: { aboutMicros: 0, unknownCalls: 0 }, allowed: { calls: null, micros: 0 } });
    await dialog();
    await press('Make 2 results');
    expect(desk.announced).toEqual(['runs.saidStarted']);
  });

  it('starts by its first button, which has the focus, and is cancelled by Escape', async () => {
    await ask({});
    await dialog();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Make 2 results' })).toHaveFocus());
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await ask({});
    await dialog();
    await press('Make 2 results');
    expect(desk.manyRuns.started.map(({ wish }) => wish.nodes)).toEqual([['one', 'two', 'three', 'alone']]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is closed by Escape on the canvas too, which keeps the focus and what is selected there', async () => {
    const canvasKey = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    window.addEventListener('keydown', canvasKey);
    onTestFinished(() => window.removeEventListener('keydown', canvasKey));
    await ask({});
    await dialog();
    const field = document.body.appendChild(document.createElement('input'));
    const node = document.body.appendChild(document.createElement('button'));
    onTestFinished(() => [field, node].forEach((element) => element.remove()));
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.getByRole('dialog')).toBeVisible();
    canvasKey.mockClear();
    node.focus();
    fireEvent.keyDown(node, { key: 'Escape', isComposing: true });
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(canvasKey).toHaveBeenCalledOnce();
    fireEvent.keyDown(node, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(node).toHaveFocus();
    expect(canvasKey).toHaveBeenCalledOnce();
  });

  it('offers existing results only where a node shows another one, and else just closes [ASK-7]', async () => {
    const kept = { state: 'kept', isChosen: true } as const;
    const other = { nodeId: 'two', state: 'kept' } as const;
    await ask({ steps: [{ nodeId: 'one', ...kept }, other], calls: 0, kept: 2, blocked: 0 });
    await dialog();
    await press('Use existing results');
    expect(desk.manyRuns.started).toHaveLength(1);
    const steps = ['one', 'two'].map((nodeId) => ({ nodeId, ...kept }));
    await ask({ steps, calls: 0, kept: 2, blocked: 0 });
    expect(await dialog()).toHaveTextContent('2 already exist and are kept');
    expect(screen.queryByRole('button', { name: 'Use existing results' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    const [ofPanel, ofPlan] = screen.getAllByRole('button', { name: 'Close' });
    await waitFor(() => expect(ofPlan).toHaveFocus());
    expect(ofPanel).toHaveAttribute('title', 'Close (Esc)');
    fireEvent.click(screen.getByRole('checkbox'));
    await pass(500);
    expect(desk.manyRuns.planned.at(-1)?.isFresh).toBe(true);
  });

  it('makes everything again if the person wants that', async () => {
    await ask({});
    await dialog();
    fireEvent.click(screen.getByRole('checkbox'));
    expect(screen.getByRole('checkbox')).toBeChecked();
    await pass(500);
    expect(desk.manyRuns.planned.at(-1)?.isFresh).toBe(true);
    expect(screen.getByRole('checkbox')).toBeChecked();
  });

  it('keeps the focus on its checkbox, however often that is pressed', async () => {
    await ask({});
    await dialog();
    desk.manyRuns.answer = ({ isFresh }) => (isFresh ? { ...PLAN, calls: 3, kept: 0 } : PLAN);
    act(() => screen.getByRole('checkbox').focus());
    for (const isFresh of [true, false, true]) {
      await userEvent.keyboard(' ');
      expect([screen.queryByRole('checkbox'), isBusy()]).toEqual([document.activeElement, true]);
      await pass(1000);
      expect(screen.getByRole('checkbox')).toHaveFocus();
      expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(isFresh);
    }
    expect(desk.manyRuns.started).toEqual([]);
  });

  it('gives the focus of what has gone to a button that starts nothing', async () => {
    await ask({});
    await dialog();
    act(() => screen.getByRole('checkbox').focus());
    desk.manyRuns.answer = () => ({ ...PLAN, kept: 0 });
    await act(() => desk.saveElsewhere([{ op: 'add', path: '/nodes/0/data/value', value: 'a sea' }]));
    await waitFor(async () => {
      await pass(100);
      expect(screen.queryByRole('checkbox')).toBeNull();
    });
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('keeps the focus in its number while it is planned again, and takes digits one by one', async () => {
    await addLists();
    await ask({});
    await dialog();
    fireEvent.change(which(), { target: { value: 'random' } });
    await pass(1000);
    act(() => count().focus());
    for (const value of ['13', '14']) fireEvent.change(count(), { target: { value } });
    expect([document.activeElement, isBusy()]).toEqual([count(), true]);
    await pass(1000);
    expect([document.activeElement, isBusy()]).toEqual([count(), false]);
    await userEvent.type(count(), '{Backspace}{Backspace}');
    expect(count()).toHaveDisplayValue('');
    await userEvent.keyboard('15');
    await pass(1000);
    const samples = desk.manyRuns.planned.map(({ sample }) => sample?.mode === 'random' && sample.n);
    expect(samples).toEqual([false, 12, 14, 15]);
    await userEvent.type(count(), '{Backspace}{Backspace}');
    act(() => count().blur());
    expect(count()).toHaveDisplayValue('1');
  });

  it('keeps the focus on its first button while the canvas changes, and starts nothing before the new plan', async () => {
    await ask({});
    await dialog();
    const start = await screen.findByRole('button', { name: 'Make 2 results' });
    await waitFor(() => expect(start).toHaveFocus());
    await act(() => desk.saveElsewhere([{ op: 'add', path: '/nodes/0/data/value', value: 'a sea' }]));
    await waitFor(async () => {
      await pass(100);
      expect(isBusy()).toBe(true);
    });
    expect(start).toHaveFocus();
    fireEvent.click(start);
    desk.manyRuns.answer = () => ({ ...PLAN, steps: [], calls: 0, kept: 0 });
    await pass(1000);
    expect(desk.manyRuns.started).toEqual([]);
    expect(screen.getAllByRole('button', { name: 'Close' }).at(-1)).toHaveFocus();
  });

  it('says what went wrong, and is tried again', async () => {
    desk.manyRuns.answer = () => {
      throw failure(503);
    };
    await act(async () => {
      open.runs.planning.ask('all', [], false);
      await desk.clock.pass(100);
    });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Try again' }).focus());
    desk.manyRuns.answer = () => PLAN;
    await press('Try again');
    expect(await dialog()).toHaveTextContent('2 new results');
    expect(screen.getByRole('button', { name: 'Make 2 results' })).toHaveFocus();
  });
});
