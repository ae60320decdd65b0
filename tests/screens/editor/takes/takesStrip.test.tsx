import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Vector } from '../../../../src/engine';
import { startI18n } from '../../../../src/i18n/startI18n';
import { useCardActions } from '../../../../src/screens/editor/runs/useCardActions';
import { RatingFilter } from '../../../../src/screens/editor/takes/Stars';
import { TakesOfNode } from '../../../../src/screens/editor/takes/TakesOfNode';
import { useUnfolded } from '../../../../src/screens/editor/view/useUnfolded';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { LiveRegion } from '../../../../src/ui/live/LiveRegion';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';

let desk: Desk;
let open: OpenEditor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(
    7,
    canvas(
      [prompt('idea'), art('art', '/files/c.png'), art('other', '/files/o.png'), art('bare')],
      [pipe('idea', 'art')],
    ),
  );
  desk.takes.put('art', '/files/a.png', { costMicros: null });
  desk.takes.put('art', '/files/b.png', { recipe: { model: 'flux', settings: { aspectRatio: '16:9' }, items: [] } });
  desk.takes.put('art', '/files/c.png');
  desk.takes.put('other', '/files/o.png');
  open = await desk.edit(7);
});

function Corner() {
  const { editor, generation, cells, conversion, takes, runs } = open;
  const unfolded = useUnfolded(editor);
  const nothing = useCallback(() => undefined, []);
  useCardActions({
    editor,
    generation,
    runs,
    cells,
    conversion,
    chooseFile: nothing,
    enlarge: nothing,
    unfold: unfolded.show,
    openSheet: nothing,
  });
  return (
    <StoresProvider stores={desk.stores}>
      <TakesOfNode flow={open.flow} takes={takes} unfolded={unfolded} onClosed={nothing} />
      <LiveRegion />
    </StoresProvider>
  );
}

const press = (): void => act(() => open.editor.act('art', 'takes'));
const shown = (): unknown => open.editor.document.node('art')?.data.value;
const names = (): (string | null)[] => screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'));

const MOUSE = { shift: false, primary: false, alt: false, button: 0, pointerId: 1, pointerType: 'mouse' } as const;
const drag = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', point: Vector): void =>
  act(() => void open.editor.dispatch({ ...MOUSE, type, point }));
function middleOf(nodeId: string): Vector {
  const { scene, view } = open.editor;
  const box = scene.bounds([nodeId]);
  if (!box) throw new Error('no node');
  const { x, y, width, height } = view.boxToScreen(box);
  return { x: x + width / 2, y: y + height / 2 };
}

async function unfold(): Promise<HTMLElement> {
  render(<Corner />);
  press();
  return screen.findByTestId('takes-strip');
}

describe('the takes of a selected node', () => {
  it('unfold from its card with the focus on the chosen one, and fold by Escape [STRIP-8]', async () => {
    const strip = await unfold();
    expect(within(strip).getByRole('heading', { name: '3 takes' })).toBeVisible();
    expect(names().map((name) => name?.split(',').slice(0, 2).join())).toEqual([
      'Take 3, Chosen',
      expect.stringMatching(/^Take 2/),
      expect.stringMatching(/^Take 1/),
    ]);
    expect(screen.getByRole('option', { selected: true })).toHaveFocus();
    expect(open.editor.selection.nodes).toEqual(new Set(['art']));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByTestId('takes-strip')).not.toBeInTheDocument();
    expect(shown()).toBe('/files/c.png');
  });

  it('are laid out as far as they are in sight, however many there are, and walked to the last one', async () => {
    for (let count = 0; count < 600; count += 1) desk.takes.put('art', `/files/many-${count}.png`);
    await open.takes.loadNode('art');
    await unfold();
    expect(screen.getByRole('heading', { name: '603 takes' })).toBeVisible();
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
    // The one that the card shows has been scrolled to, far behind the newest.
    expect(screen.getByRole('option', { selected: true })).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('option', { name: /^Take 1,/ })).toHaveFocus();
    expect(screen.getByRole('option', { name: /^Take 1,/ })).toHaveAttribute('aria-posinset', '603');
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(screen.getByRole('option', { name: /^Take 602,/ })).toHaveFocus();
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
  });

  it('say how long ago they were made as time goes by [TIME-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    desk.takes.put('art', '/files/d.png', { createdAt: new Date().toISOString() });
    await open.takes.load();
    await unfold();
    expect(names()[0]).toMatch(/Just now/);
    act(() => void vi.advanceTimersByTime(120_000));
    expect(names()[0]).toMatch(/2 minutes ago/);
  });

  it('are at the newly selected node, and at none without takes [STRIP-8]', async () => {
    await unfold();
    act(() => open.editor.select({ nodes: new Set(['bare']) }));
    expect(screen.queryByTestId('takes-strip')).not.toBeInTheDocument();
    act(() => open.editor.select({ nodes: new Set(['art']) }));
    expect(await screen.findByTestId('takes-strip')).toBeVisible();
    press();
    expect(screen.queryByTestId('takes-strip')).not.toBeInTheDocument();
  });

  it('leave the focus where it is at a node that is selected after them, so that Delete deletes the node [STRIP-8]', async () => {
    render(<button type="button">canvas</button>);
    await unfold();
    screen.getByText('canvas').focus();
    act(() => open.editor.select({ nodes: new Set(['other']) }));
    expect(await screen.findByRole('heading', { name: '1 take' })).toBeVisible();
    expect(screen.getByText('canvas')).toHaveFocus();
    act(() => open.editor.select({ nodes: new Set(['bare']) }));
    act(() => open.editor.act('other', 'takes'));
    expect(await screen.findByRole('option', { selected: true })).toHaveFocus();
  });

  it('are walked by arrows and chosen by Enter; a press chooses too, and Ctrl+Z takes it back [STRIP-2]', async () => {
    await unfold();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(shown()).toBe('/files/c.png');
    await userEvent.keyboard('{Enter}');
    expect(shown()).toBe('/files/a.png');
    expect(screen.getByRole('option', { selected: true })).toHaveAccessibleName(/^Take 1, Chosen/);
    await userEvent.click(screen.getByRole('option', { name: /^Take 2/ }));
    expect(shown()).toBe('/files/b.png');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(shown()).toBe('/files/a.png');
    await userEvent.keyboard('{Control>}y{/Control}');
    expect(shown()).toBe('/files/b.png');
    const strip = screen.getByTestId('takes-strip');
    // A keyboard on which another key has the letter.
    fireEvent.keyDown(strip, { key: 'z', code: 'Slash', ctrlKey: true });
    expect(shown()).toBe('/files/a.png');
  });

  it('show the recipe of the focused one; an unknown cost is unknown, never nothing [STRIP-9]', async () => {
    const strip = within(await unfold());
    expect(strip.getByText('a cat asleep')).toBeVisible();
    expect(strip.getByText('$0.039')).toBeVisible();
    expect(strip.getByText('Made with AI')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(strip.getByText('flux')).toBeVisible();
    expect(strip.getByText('Aspect ratio 16:9')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(strip.getByText('Unknown')).toBeVisible();
  });

  it('are rated and rejected by keys and by stars, and it is said [STRIP-5]', async () => {
    const strip = within(await unfold());
    await userEvent.keyboard('5');
    expect(open.takes.of('art')[0]?.rating).toBe(5);
    await waitFor(() => expect(screen.getByTestId('announcements')).toHaveTextContent('Rated 5 stars.'));
    await userEvent.keyboard('x');
    expect(open.takes.of('art')[0]?.rating).toBe(-1);
    await userEvent.keyboard('0');
    expect(open.takes.of('art')[0]?.rating).toBeNull();
    await userEvent.click(strip.getByRole('button', { name: '3 stars' }));
    expect(open.takes.of('art')[0]?.rating).toBe(3);
    expect(strip.getByRole('button', { name: '3 stars' })).toHaveAttribute('aria-pressed', 'true');
    expect(strip.getByRole('button', { name: '3 stars' })).toHaveAttribute('aria-keyshortcuts', '3');
  });

  it('are branched from by the key that the button has', async () => {
    await unfold();
    const before = open.editor.document.nodeCount;
    await userEvent.keyboard('b');
    expect(open.editor.document.nodeCount).toBeGreaterThan(before);
  });

  it('are deleted by a key with the focus kept, and brought back by Ctrl+Z or the button [STRIP-6]', async () => {
    const strip = within(await unfold());
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(screen.getByRole('option', { name: /^Take 2/ })).toHaveFocus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(names()).toHaveLength(3));
    await userEvent.keyboard('{Delete}');
    await userEvent.click(await strip.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('are deleted one at a time, however long Delete is held, while a held arrow walks on [STRIP-6]', async () => {
    await unfold();
    for (const key of ['Delete', 'ArrowRight'])
      for (const repeat of [false, true, true]) {
        fireEvent.keyDown(document.activeElement ?? document.body, { key, repeat });
        await act(() => desk.clock.pass(50));
      }
    expect(names()).toHaveLength(2);
    expect(screen.getByRole('option', { name: /^Take 1/ })).toHaveFocus();
  });

  it('take a deletion and a rating back by Ctrl+Z, in turn with a choice on the canvas [STRIP-6]', async () => {
    await unfold();
    await userEvent.keyboard('{Delete}5{Enter}');
    await waitFor(() => expect(names()).toHaveLength(2));
    const seen: unknown[] = [];
    for (let undone = 0; undone < 3; undone++) {
      await userEvent.keyboard('{Control>}z{/Control}');
      const rating = open.takes.of('art').find(({ url }) => url === '/files/b.png')?.rating;
      seen.push([shown(), rating, names().length]);
    }
    expect(seen).toEqual([
      ['/files/c.png', 5, 2],
      ['/files/c.png', null, 2],
      ['/files/c.png', null, 3],
    ]);
  });

  it.each([
    { what: 'the view', state: 'select.panning', shown: 1, steps: 0, at: () => ({ x: 3000, y: 3000 }) },
    { what: 'the card', state: 'select.dragging', shown: 0, steps: 1, at: () => middleOf('art') },
  ])(
    'keep their marks and what can be undone while $what is dragged [STRIP-6]',
    async ({ state, shown, steps, at }) => {
      await unfold();
      await userEvent.keyboard('c{ArrowRight}c5');
      const from = at();
      const to = { x: from.x + 60, y: from.y + 60 };
      drag('pointerDown', from);
      expect(screen.getByTestId('takes-strip')).toBeVisible();
      drag('pointerMove', to);
      expect([open.editor.state, screen.queryAllByTestId('takes-strip').length]).toEqual([state, shown]);
      drag('pointerUp', to);
      expect(screen.getByRole('button', { name: 'Compare 2 takes' })).toBeVisible();
      // The step of the canvas comes first.
      for (let undone = 0; undone <= steps; undone++) {
        expect(open.takes.of('art').some(({ rating }) => rating === 5)).toBe(true);
        fireEvent.keyDown(screen.getByTestId('takes-strip'), { key: 'z', code: 'KeyZ', ctrlKey: true });
      }
      expect(open.takes.of('art').some(({ rating }) => rating === 5)).toBe(false);
    },
  );

  it('give the node the settings of one, and say why not where it has them already [STRIP-4]', async () => {
    const strip = within(await unfold());
    const use = strip.getByRole('button', { name: 'Use these settings' });
    expect(use).toHaveAttribute('aria-disabled', 'true');
    expect(use).toHaveAccessibleDescription('The node has these settings already.');
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(use);
    expect(open.editor.document.node('art')?.data).toMatchObject({ model: 'flux', settings: { aspectRatio: '16:9' } });
  });

  it('put the inputs of one onto the canvas as a new branch, which can be undone [LIBRARY-4]', async () => {
    const strip = within(await unfold());
    const before = open.editor.document.nodeCount;
    await userEvent.click(strip.getByRole('button', { name: 'New branch from here' }));
    expect(
      open.editor.document
        .allNodes()
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['textPrompt', 'image']);
    open.editor.undo();
    expect(open.editor.document.nodeCount).toBe(before);
  });

  it('speak Korean too [STRIP-8]', async () => {
    startI18n('ko');
    const strip = within(await unfold());
    expect(strip.getByRole('heading', { name: '결과 3개' })).toBeVisible();
    expect(screen.getByRole('option', { selected: true })).toHaveAccessibleName(/^결과 3, 고른 결과/);
    expect(strip.getByText('AI로 만듦')).toBeVisible();
  });

  it('are rated one by one over the window, all or the marked ones [JUDGE-2]', async () => {
    const strip = await unfold();
    await userEvent.click(within(strip).getByRole('button', { name: 'Judge one by one' }));
    const dialog = await screen.findByTestId('judge');
    expect(dialog).toHaveTextContent('1 / 3');
    fireEvent.keyDown(dialog, { key: '4' });
    await waitFor(() => expect(dialog).toHaveTextContent('2 / 3'));
    fireEvent.keyDown(dialog, { key: '4', repeat: true });
    expect(open.takes.of('art').map(({ rating }) => rating)).toEqual([4, null, null]);
    // Space goes on, and presses a button that has the focus.
    expect(dialog).toHaveFocus();
    await userEvent.keyboard(' ');
    expect(dialog).toHaveTextContent('3 / 3');
    within(dialog).getByRole('button', { name: 'Previous picture' }).focus();
    await userEvent.keyboard(' ');
    expect(dialog).toHaveTextContent('2 / 3');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Previous picture' }));
    expect(dialog).toHaveTextContent('1 / 3');
    await userEvent.keyboard(' ');
    expect(dialog).toHaveTextContent('2 / 3');
    // The dialog takes the key, so the strip stays.
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.getByTestId('takes-strip')).toBeInTheDocument();
  });
});

const look = () =>
  render(
    <StoresProvider stores={desk.stores}>
      <RatingFilter flow={open.flow} takes={open.takes} />
      <LiveRegion />
    </StoresProvider>,
  );

describe('the rating that is looked for', () => {
  const [rate, lookFor] = [
    (index: number, rating: 2 | 5) => act(() => open.takes.rate(open.takes.of('art')[index]!, rating)),
    (stars: number | null) => act(() => open.takes.lookFor(stars)),
  ];

  it('costs nothing while there is none', async () => {
    look();
    const read = vi.spyOn(open.takes, 'chosen');
    await rate(2, 5);
    expect(read).not.toHaveBeenCalledWith('other');
  });

  it('counts the pictures that the cards show, also after a choice is undone, and says when it ends', async () => {
    look();
    await rate(0, 5);
    lookFor(4);
    expect(screen.getByTestId('rating-filter')).toHaveTextContent('1 of 2');
    await waitFor(() => expect(screen.getByTestId('announcements')).toHaveTextContent(/1 of 2/));
    act(() => open.takes.choose(open.takes.of('art')[1]!));
    expect(screen.getByTestId('rating-filter')).toHaveTextContent('0 of 2');
    act(() => open.editor.undo());
    expect(screen.getByTestId('rating-filter')).toHaveTextContent('1 of 2');
    lookFor(null);
    await waitFor(() => expect(screen.getByTestId('announcements')).toHaveTextContent('All'));
    expect(screen.queryByTestId('rating-filter')).toBeNull();
  });
});
