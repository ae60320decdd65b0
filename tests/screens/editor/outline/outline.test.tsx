import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { categoryItems } from '../../../../src/engine';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { TestEditor } from '../../../support/TestEditor';
import { said } from '../../support/openLayer';
import {
  activeLine,
  desk,
  field,
  line,
  lines,
  openOutline,
  press,
  rows,
  selected,
  tree,
} from '../../support/openOutline';

describe('the outline', () => {
  it('has a line a node, each after what feeds it, with its inputs [OUTLINE-3]', () => {
    openOutline();
    expect(lines()).toEqual([
      'Text input, a cat asleep, no inputs',
      'Category, mood, light, no inputs',
      'Image, a cat asleep, fed by a cat asleep, mood, light',
      'Text input, a red boat, no inputs',
    ]);
    expect(screen.getByText('4 nodes')).toBeInTheDocument();
    expect(line(/^Image/)).toHaveAttribute('aria-expanded', 'false');
  });

  it('tells pictures apart that begin with the same words: each names below them what else feeds it [OUTLINE-3]', () => {
    openOutline();
    expect(line(/^Image/)).toHaveTextContent(/^a cat asleepImage ← mood, light$/);
  });

  it('renders the line of a node for that node and what feeds it alone [OUTLINE-4]', () => {
    const { canvas, works, asked } = openOutline();
    asked.mockClear();
    works.set('art', 'running');
    expect(asked.mock.calls).toEqual([['art']]);
    expect(line(/^Image/)).toHaveAttribute('aria-busy', 'true');
    asked.mockClear();
    act(() => canvas.engine.editText({ nodeId: 'alone', name: 'value' }, 'a blue boat'));
    act(() => canvas.engine.editText({ nodeId: 'idea', name: 'value' }, 'a dog'));
    expect(asked.mock.calls.flat()).toEqual(['alone', 'idea', 'art']);
    expect(line(/^Image, a dog, fed by a dog/)).toBeInTheDocument();
    asked.mockClear();
    act(() => canvas.engine.select({ nodes: new Set(['alone']) }));
    expect(asked.mock.calls.flat()).toEqual(['alone']);
  });

  it('selects on the canvas the focused line, and focuses what is selected there [OUTLINE-5]', async () => {
    const { canvas } = openOutline();
    await press('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect([selected(canvas), activeLine()]).toEqual([['art'], line(/^Image/).getAttribute('aria-label')]);
    expect(line(/^Image/)).toHaveAttribute('aria-selected', 'true');
    act(() => canvas.engine.select({ nodes: new Set(['alone']) }));
    expect(activeLine()).toBe('Text input, a red boat, no inputs');
    act(() => {
      canvas.engine.addNode('textPrompt', null, { x: 0, y: 1500 });
    });
    expect(activeLine()).toBe('Text input, no inputs');
    act(() => canvas.engine.undo());
    act(() => canvas.engine.select({ nodes: new Set(['alone']) }));
    await press('{Shift>}{ArrowUp}{/Shift}');
    expect(selected(canvas).toSorted()).toEqual(['alone', 'art']);
    await press('{Home} ');
    expect(selected(canvas)).toEqual([]);
    await userEvent.click(line(/^Category/));
    await userEvent.keyboard('{Control>}');
    await userEvent.click(line(/red boat/));
    expect(selected(canvas)).toHaveLength(1);
  });

  it('edits, runs and deletes by keys, as one step to undo each [OUTLINE-6]', async () => {
    const { canvas, done } = openOutline();
    await press('{Home}{Enter}');
    await userEvent.keyboard(', curled up');
    expect(canvas.node('idea').data['value']).toBe('a cat asleep, curled up');
    await userEvent.keyboard('{Escape}');
    expect(tree()).toHaveFocus();
    await userEvent.click(within(line(/^Image/)).getByRole('button', { name: 'Run' }));
    expect(done).toEqual(['run art']);
    await press('{End}{Delete}');
    expect(canvas.nodes).not.toContain('alone');
    act(() => canvas.engine.undo());
    expect(canvas.nodes).toContain('alone');
    await press('{Escape}');
    expect(done.at(-1)).toMatch(/^leave/);
  });

  it('does what else the canvas does by a key: a text is muted where nothing is written, and a frame gets larger [OUTLINE-6]', async () => {
    const canvas = TestEditor.with({
      area: { type: 'frame', at: [0, 0], data: { title: 'Draft', width: 300, height: 200 } },
      idea: { type: 'textPrompt', at: [600, 0], data: { value: 'a red boat' } },
    });
    openOutline(canvas);
    act(() => void canvas.select('idea'));
    await press('m');
    expect(canvas.node('idea').data.mode).toBe('mute');
    await userEvent.keyboard('{x>}');
    expect(canvas.engine.heldTool).toBe('cut');
    act(() => void canvas.keyUp('x').select('area'));
    await userEvent.keyboard('{Control>}{Shift>}{ArrowDown}{ArrowRight}{/Shift}{/Control}');
    expect(canvas.node('area').data).toMatchObject({ width: 315, height: 210 });
    expect(selected(canvas)).toEqual(['area']);
  });

  it('runs a node once by an Enter that is held: the next press would stop it', async () => {
    const { canvas } = openOutline();
    const acted = vi.fn<(event: { type: string }) => void>();
    act(() => canvas.engine.select({ nodes: new Set(['art']) }));
    canvas.engine.subscribe(acted);
    await press('{Enter>3/}');
    expect(acted.mock.calls.filter(([{ type }]) => type === 'action')).toHaveLength(1);
  });

  it('presses a button of a line once by a double click, and opens nothing by two quick presses on it', async () => {
    const { canvas, done } = openOutline();
    const acted = vi.fn<(event: { type: string }) => void>();
    canvas.engine.subscribe(acted);
    await userEvent.dblClick(within(line(/^Image/)).getByRole('button', { name: 'Run' }));
    expect(done).toEqual(['run art']);
    const [fold] = within(line(/^Image/)).getAllByRole('button', { hidden: true });
    if (!fold) throw new Error('nothing unfolds the line');
    await userEvent.dblClick(fold);
    expect(line(/^Image/)).toHaveAttribute('aria-expanded', 'false');
    expect(acted.mock.calls.filter(([{ type }]) => type === 'action')).toEqual([]);
  });

  it('shows a text that is only read as such where a narrow window has no room for it on the canvas', async () => {
    const wide = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: query.includes('width') }),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    openOutline(TestEditor.with({ poem: { type: 'writer', at: [0, 0], data: { value: 'a poem' } } }));
    await press('{Home}{Enter}');
    const text = screen.getByRole('textbox', { name: 'Value, a poem' });
    await userEvent.keyboard(' that I mend by hand');
    expect(text).toHaveFocus();
    expect(text).toHaveAttribute('readonly');
    expect(text).toHaveValue('a poem');
  });

  it('is left for the canvas by Escape, from its buttons and without a chosen line too [OUTLINE-6]', async () => {
    const { done, canvas } = openOutline();
    await press('{Escape}');
    expect(done).toEqual(['leave null']);
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    await userEvent.keyboard('{Escape}');
    await press('{ArrowDown}{Escape}');
    expect(done).toEqual(['leave null', 'leave null', 'leave idea']);
    expect(selected(canvas)).toEqual(['idea']);
  });

  it('has a button on its line for what a double tap opens: a sheet, or the choice of a picture [OUTLINE-3]', async () => {
    const { done } = openOutline(
      TestEditor.with({
        table: { type: 'sheet', at: [0, 0] },
        none: { type: 'imageUpload', at: [0, 900] },
      }),
    );
    const [table, none] = within(tree()).getAllByRole('treeitem');
    if (!table || !none) throw new Error('a line is missing');
    await userEvent.click(within(table).getByRole('button', { name: 'Enlarge' }));
    await userEvent.click(within(none).getByRole('button', { name: 'Upload a file' }));
    expect(done).toEqual(['enlarge table', 'upload none']);
  });

  it('connects a line to another by keys, and says when that cannot be [OUTLINE-7]', async () => {
    const { canvas } = openOutline();
    act(() => canvas.engine.select({ nodes: new Set(['alone']) }));
    await press('l');
    expect(said()).toContain('Connecting from a red boat');
    expect(line(/^Category/)).toHaveAttribute('aria-disabled', 'true');
    await press('{Home}{Enter}');
    expect(said()).toBe('These two cannot be connected.');
    await press('{Escape}');
    await press('{End}l{Home}{ArrowDown}{ArrowDown}{Enter}');
    expect(canvas.edges).toContain('alone-art');
    expect(lines().map((words) => words.slice(0, 12))).toEqual([
      'Text input, ',
      'Category, mo',
      'Text input, ',
      'Image, a cat',
    ]);
  });

  it('stops connecting by its button and by Escape on that, says so, and keeps the focus in the list [OUTLINE-7]', async () => {
    openOutline();
    for (const key of ['{Enter}', '{Escape}']) {
      await press('{Home}l');
      act(() => screen.getByRole('button', { name: 'Stop connecting' }).focus());
      await userEvent.keyboard(key);
      expect(said()).toBe('Connection cancelled.');
      expect(tree()).toHaveFocus();
    }
  });

  it('calls a converted category by the text that its card shows, also among the inputs of a node [CAT-16]', () => {
    const canvas = desk();
    canvas.engine.apply([{ type: 'setData', id: 'words', data: { value: 'a small boat' } }]);
    openOutline(canvas);
    expect(lines()).toContain('Category, a small boat, no inputs');
    expect(line(/^Image/)).toHaveAccessibleName(/a cat asleep, a small boat$/);
  });

  it('unfolds what feeds a node, and reorders inputs and rows by keys [OUTLINE-8]', async () => {
    const { canvas } = openOutline();
    await press('{Home}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    expect([activeLine(), selected(canvas)]).toEqual(['Input: a cat asleep', ['idea-art']]);
    await press('{Alt>}{ArrowDown}{/Alt}');
    expect(canvas.engine.document.edgesInto('art').map(({ id }) => id)).toEqual(['words-art', 'idea-art']);
    expect([said(), activeLine()]).toEqual(['a cat asleep is now 2 of 2.', 'Input: a cat asleep']);
    act(() => canvas.engine.undo());
    expect(canvas.engine.document.edgesInto('art').map(({ id }) => id)).toEqual(['idea-art', 'words-art']);
    await press('{ArrowLeft}{ArrowLeft}');
    expect(line(/^Image/)).toHaveAttribute('aria-expanded', 'false');
    await press('{Alt>}{ArrowDown}{/Alt}');
    expect(said()).toContain('Nodes are in the order of their connections.');
    await press('{ArrowUp}{ArrowRight}{ArrowRight}{Alt>}{ArrowDown}{/Alt}');
    expect(categoryItems(canvas.node('words')).map(({ id }) => id)).toEqual(['r2', 'r1']);
    expect(activeLine()).toBe('Item: mood: calm');
  });

  it('stands on the row of a category that a press or an arrow key chooses, not on its category [OUTLINE-5]', async () => {
    const { canvas } = openOutline();
    await press('{Home}{ArrowDown}{ArrowRight}{End}');
    await userEvent.click(line(/^Item: light/));
    expect([selected(canvas), activeLine()]).toEqual([['words'], 'Item: light: dawn']);
    await press('{End}{ArrowUp}{ArrowUp}');
    expect([selected(canvas), activeLine()]).toEqual([['words'], 'Item: light: dawn']);
    act(() => canvas.engine.select({ nodes: new Set(['alone']) }));
    act(() => canvas.engine.select({ nodes: new Set(['words']) }));
    expect(activeLine()).toMatch(/^Category/);
  });

  it('deletes the row alone on whose line it stands, by keys and by its button, and then stands on the next one [OUTLINE-6]', async () => {
    const more = [...rows, { id: 'r3', name: 'place', value: 'sea', parentId: 'words' }];
    const canvas = desk();
    canvas.engine.apply([{ type: 'setData', id: 'words', data: { categories: more } }]);
    openOutline(canvas);
    const left = (): string[] => categoryItems(canvas.node('words')).map(({ id }) => id);
    await press('{Home}{ArrowDown}{ArrowRight}{ArrowRight}{Delete>3/}');
    expect([left(), activeLine()]).toEqual([['r2', 'r3'], 'Item: light: dawn']);
    await press('{ArrowDown}{Backspace}');
    expect([left(), activeLine()]).toEqual([['r2'], 'Item: light: dawn']);
    await userEvent.click(screen.getByRole('button', { name: 'Delete the selection' }));
    // A category without rows does not exist.
    expect(canvas.nodes).not.toContain('words');
    act(() => canvas.engine.undo());
    expect(left()).toEqual(['r2']);
    // Everything is selected while a row has the active line: the key means everything.
    await press('{Control>}a{/Control}{Delete}');
    expect(canvas.nodes).toEqual([]);
  });

  it('leaves a list of values a list, and foreign line ends as they are, until somebody changes them [CAT-10]', async () => {
    const lists = [{ id: 'r1', name: 'mood', value: ['calm', 'warm'], parentId: 'words' }];
    const { canvas } = openOutline(
      TestEditor.with({
        words: { type: 'category', at: [0, 0], data: { categories: lists } },
        idea: { type: 'textPrompt', at: [0, 300], data: { value: 'a cat\r\nasleep' } },
      }),
    );
    const before = canvas.engine.steps.undoStep;
    await press('{Home}{ArrowRight}{ArrowRight}{Enter}');
    expect(field()).toHaveValue('calm, warm');
    await userEvent.tab();
    await press('{End}{Enter}');
    expect(field()).toHaveValue('a cat\nasleep');
    await userEvent.tab();
    expect(categoryItems(canvas.node('words'))).toEqual(lists);
    expect(canvas.node('idea').data['value']).toBe('a cat\r\nasleep');
    expect(canvas.engine.steps.undoStep).toBe(before);
    await press('{Home}{ArrowDown}{Enter}');
    await userEvent.keyboard(', bright');
    expect(categoryItems(canvas.node('words'))).toMatchObject([{ value: 'calm, warm, bright' }]);
  });

  it('goes back to a text that is still open by Enter, F2 and a double click on its line', async () => {
    const { canvas } = openOutline();
    await press('{Home}{Enter}');
    for (const key of ['{Enter}', '{F2}']) {
      await press(key);
      expect(field()).toHaveFocus();
    }
    await userEvent.dblClick(line(/^Text input, a cat asleep/));
    expect(field()).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    expect(canvas.node('idea').data['value']).toBe('a cat aslee');
  });

  it('deletes the next line by the next press', async () => {
    const { canvas } = openOutline();
    await press('{Home}{Delete}');
    expect(activeLine()).toMatch(/^Category/);
    await userEvent.keyboard('{Delete}');
    expect([...canvas.nodes].toSorted()).toEqual(['alone', 'art']);
  });

  it('deletes no line that nobody has chosen', async () => {
    const { canvas } = openOutline();
    await press('{Home} {Delete}');
    expect(canvas.nodes).toHaveLength(4);
    await press('{Home}{Delete}');
    act(() => canvas.engine.merge([{ type: 'removeNode', id: 'alone' }]));
    await userEvent.keyboard('{Delete}');
    expect([...canvas.nodes].toSorted()).toEqual(['art', 'words']);
  });

  it('says why a button of a line cannot be pressed, and why Enter does not run', async () => {
    const { done } = openOutline(TestEditor.with({ art: { type: 'image', at: [0, 0] } }));
    render(<Toasts />);
    await press('{Home}{Enter}');
    expect(said()).toBe('A left node must be connected to execute.');
    await userEvent.click(within(line(/^Image/)).getByRole('button', { name: 'Run' }));
    expect(
      await screen.findByText('A left node must be connected to execute.', { selector: '.Toastify *' }),
    ).toBeInTheDocument();
    expect(done).toEqual([]);
  });

  it('writes a title and a row in one line, which Enter ends, as the canvas does', async () => {
    const { canvas } = openOutline(
      TestEditor.with({
        ideas: { type: 'frame', at: [0, 0], data: { title: 'Ideas' } },
        words: { type: 'category', at: [0, 900], data: { categories: rows } },
      }),
    );
    await userEvent.dblClick(line(/Ideas/));
    await userEvent.keyboard(' of mine{Enter}');
    expect(tree()).toHaveFocus();
    expect(canvas.node('ideas').data['title']).toBe('Ideas of mine');
    await press('{End}{ArrowRight}{ArrowRight}{Enter}');
    await userEvent.keyboard(', warm{Enter}');
    expect(field()).toBeNull();
    expect(categoryItems(canvas.node('words'))[0]?.value).toBe('calm, warm');
  });

  it('stands on the chosen node once the list has read that far', async () => {
    const sketches = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [`n${index}`, { type: 'text', at: [index, 0] as const }]),
    );
    const canvas = TestEditor.with(sketches);
    canvas.engine.select({ nodes: new Set(['n29999']) });
    openOutline(canvas);
    await screen.findByText('30000 nodes');
    const last = document.getElementById(tree().getAttribute('aria-activedescendant') ?? '');
    expect(last?.dataset['outline']).toBe('n29999');
    // A person who has walked on stays there when others change so much that the list is read anew.
    await press('{Control>}{ArrowUp}{/Control}');
    const walkedTo = activeLine();
    const moves = Array.from({ length: 600 }, (_, index) => `n${index}`);
    act(() => canvas.engine.merge(moves.map((id) => ({ type: 'setData', id, data: { value: 'sea' } }))));
    await screen.findByText('30000 nodes');
    expect(activeLine()).toBe(walkedTo);
    expect(document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.dataset['outline']).toBe(
      'n29998',
    );
  });

  it('names a row without words as the eye reads it', async () => {
    const words = {
      type: 'category',
      at: [0, 0],
      data: { categories: [{ id: 'r1', name: '', value: '', parentId: 'words' }] },
    } as const;
    openOutline(TestEditor.with({ words }));
    await press('{Home}{ArrowRight}');
    expect(lines()).toContain('Item: Untitled');
  });

  it('lays out the lines in sight alone, of 100,000 nodes too [OUTLINE-4]', async () => {
    const sketches = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`n${index}`, { type: 'text', at: [index, 0] as const }]),
    );
    const { canvas } = openOutline(TestEditor.with(sketches));
    await screen.findByText('100000 nodes');
    expect(lines().length).toBeLessThan(60);
    await press('{End}');
    expect(selected(canvas)).toEqual(['n99999']);
    const last = document.getElementById(tree().getAttribute('aria-activedescendant') ?? '');
    expect(last?.dataset['outline']).toBe('n99999');
  });
});
