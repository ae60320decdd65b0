import { act, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useAskedNode } from '../../src/screens/editor/view/useAskedNode';
import { AREA, desk, key, list, open, options, ratings, setUpLibrary, way } from './support/openLibrary';

const models = () =>
  within(screen.getByRole('combobox', { name: 'Model' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const pictures = () => open.editor.document.allNodes().filter(({ type }) => type === 'imageUpload');
const at = (pointerType: string, x: number, y: number, buttons = 1) =>
  ({ pointerId: 3, pointerType, button: 0, buttons, clientX: x, clientY: y }) as const;
/** Presses a button of the newest picture. */
const press = async (name: string): Promise<void> => {
  await key(await list(), 'ArrowRight');
  fireEvent.click(screen.getByRole('button', { name }));
};

const undo = (element: HTMLElement) => key(element, 'z', { code: 'KeyZ', ctrlKey: true });
/** Position of the active picture. */
const active = () => options().find(({ ariaSelected }) => ariaSelected === 'true')?.ariaPosInSet;
const places = () => options().map((option) => [option.ariaPosInSet, option.ariaSetSize].join(' of '));

setUpLibrary();

describe('the library on the screen', () => {
  it('is walked, rated, put onto the canvas and closed by keys [LIBRARY-5]', async () => {
    const grid = await list();
    expect(grid).toHaveFocus();
    expect(options()).toHaveLength(3);
    await key(grid, 'ArrowRight');
    expect(options()[0]).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByText('a cat asleep')).toBeInTheDocument();
    await key(grid, '4');
    expect(ratings()).toEqual([4, null, null]);
    await key(grid, 'Enter');
    expect(open.editor.document.allNodes().at(-1)?.data.value).toBe('/files/three.png');
    fireEvent.click(screen.getByRole('button', { name: 'New branch from here' }));
    expect(open.editor.document.allNodes().at(-1)?.type).toBe('image');
    const branches = open.editor.document.nodeCount;
    await key(grid, 'b');
    for (let held = 0; held < 3; held += 1) await key(grid, 'b', { repeat: true });
    expect(open.editor.document.nodeCount).toBe(branches + 2);
    await key(grid, 'Delete');
    expect(options()).toHaveLength(2);
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
      await desk.clock.pass(50);
    });
    expect(options()).toHaveLength(3);
    await key(grid, 'Escape');
    expect(screen.queryByTestId('library')).toBeNull();
    expect(screen.getByRole('button', { name: 'Library' })).toHaveFocus();
  });

  it('goes on at the picture beside a deleted one, by keys and by its button [LIBRARY-5]', async () => {
    for (const name of ['four', 'five']) desk.takes.put('art', `/files/${name}.png`);
    await act(() => open.library.again());
    const grid = await list();
    for (let step = 0; step < 3; step += 1) await key(grid, 'ArrowRight');
    expect(active()).toBe('3');
    await key(grid, 'Delete');
    expect([active(), options().length]).toEqual(['3', 4]);
    await key(grid, 'ArrowRight');
    expect(active()).toBe('4');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Delete this take' }));
      await desk.clock.pass(50);
    });
    expect(grid).toHaveFocus();
    expect([active(), options().length]).toEqual(['3', 3]);
    for (let count = 3; count > 0; count -= 1) await key(grid, 'Delete');
    expect(open.library.takes).toEqual([]);
  });

  it('brings a deleted picture back by Ctrl+Z and takes a rating back, not a step of the canvas; a field undoes its own words [LIBRARY-5]', async () => {
    const grid = await list();
    open.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'a river' } }]);
    await key(grid, 'ArrowRight');
    await key(grid, '4');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Delete this take' }));
      await desk.clock.pass(50);
    });
    expect(options()).toHaveLength(2);
    expect(grid).toHaveFocus();
    await undo(screen.getByRole('searchbox'));
    expect(options()).toHaveLength(2);
    await undo(grid);
    expect(options()).toHaveLength(3);
    expect(ratings()).toEqual([4, null, null]);
    await undo(grid);
    expect(ratings()).toEqual([null, null, null]);
    expect(open.editor.document.node('idea')?.data.value).toBe('a river');
  });

  it('takes a rating back though the filter now leaves the picture out, and leaves a restored one to the canvas [LIBRARY-5]', async () => {
    const grid = await list();
    const undo = () => key(grid, 'z', { code: 'KeyZ', ctrlKey: true });
    const canvas = vi.fn<() => void>();
    window.addEventListener('keydown', canvas);
    await key(grid, 'ArrowRight');
    await key(grid, '2');
    await act(async () => {
      open.library.choose({ ratingMin: 4 });
      await desk.clock.pass(500);
    });
    expect(open.library.takes).toEqual([]);
    canvas.mockClear();
    await undo();
    expect(canvas).not.toHaveBeenCalled();
    await act(async () => {
      open.library.choose({ ratingMin: null });
      await desk.clock.pass(500);
    });
    expect(ratings()).toEqual([null, null, null]);

    await key(grid, 'Delete');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
      await desk.clock.pass(50);
    });
    await undo();
    expect(canvas).toHaveBeenCalled();
    window.removeEventListener('keydown', canvas);
  });

  it('names the models of its filter as their nodes do, and tells those of one name apart [LIBRARY-2]', async () => {
    expect(models()).toEqual(['Any model', 'Gemini-2.5-flash']);
    desk.takes.put('art', '/files/four.png', { model: 'painter-1' });
    desk.takes.put('art', '/files/five.png', { model: 'flux-pro', recipe: null });
    await act(async () => {
      await open.library.again();
    });
    expect(models().slice(1)).toEqual([
      'flux-pro',
      'Gemini-2.5-flash (gemini-2.5-flash-image)',
      'Gemini-2.5-flash (painter-1)',
    ]);
    await act(async () => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Model' }), { target: { value: 'painter-1' } });
      await desk.clock.pass(100);
    });
    expect(options()).toHaveLength(1);
  });

  it('says that nothing fits the filters, which can be cleared together [LIBRARY-2]', async () => {
    await list();
    await act(async () => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Rating' }), { target: { value: '5' } });
      await desk.clock.pass(400);
    });
    expect(screen.getByText('No picture matches these filters.')).toBeInTheDocument();
    expect(screen.queryByRole('listbox', { name: 'Pictures' }), 'a list without entries').toBeNull();
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
      await desk.clock.pass(400);
    });
    expect(options()).toHaveLength(3);
    expect(await list()).toHaveFocus();
  });

  it('says that the pictures of a filter could not be read, and reads them when asked again [LIBRARY-1]', async () => {
    desk.takes.put('art', '/files/four.png', { rating: 5 });
    await list();
    desk.takes.isBroken = true;
    await act(async () => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Rating' }), { target: { value: '5' } });
      await desk.clock.pass(400);
    });
    expect(screen.getByText('The library could not be loaded.')).toBeInTheDocument();
    expect(screen.queryByRole('listbox', { name: 'Pictures' })).toBeNull();
    desk.takes.isBroken = false;
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await desk.clock.pass(50);
    });
    expect(options()).toHaveLength(1);
    expect(screen.queryByText('The library could not be loaded.')).toBeNull();
  });

  it('says below its pictures that no more could be read, and goes on when asked again [LIBRARY-1]', async () => {
    for (let index = 0; index < 147; index += 1) desk.takes.put('art', `/files/many-${index}.png`);
    const grid = await list();
    await act(() => open.library.again());
    desk.takes.isBroken = true;
    await act(async () => {
      grid.scrollTop = 3_600;
      fireEvent.scroll(grid);
      await desk.clock.pass(50);
    });
    expect(options().at(-1)).toHaveAttribute('aria-posinset', '120');
    expect(screen.getByText('The library could not be loaded.')).toBeInTheDocument();
    desk.takes.isBroken = false;
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await desk.clock.pass(50);
    });
    expect(open.library.takes).toHaveLength(150);
    expect(screen.queryByText('The library could not be loaded.')).toBeNull();
    expect(grid).toHaveFocus();
  });

  it('begins at the top of what a filter finds, and goes on though another page was on its way then [LIBRARY-2]', async () => {
    for (let index = 0; index < 500; index += 1) desk.takes.put('art', `/files/many-${index}.png`);
    const grid = await list();
    await act(() => open.library.again());
    const scroll = (to: number): Promise<void> =>
      act(async () => {
        grid.scrollTop = to;
        fireEvent.scroll(grid);
        await desk.clock.pass(50);
      });
    const letGo = desk.takes.delayPages();
    await scroll(3_900);
    expect(open.library.status).toBe('reading');
    await act(async () => {
      open.library.choose({ q: 'cat' });
      await desk.clock.pass(400);
      letGo();
      await desk.clock.pass(400);
    });
    expect(grid.scrollTop).toBe(0);
    // No scrolling is told here by itself, so that its end still seems near.
    expect(open.library.takes).toHaveLength(240);
    await scroll(8_000);
    expect(open.library.takes).toHaveLength(360);
  });

  it('says how long ago a picture was made as time goes by [TIME-8]', async () => {
    await key(await list(), 'Escape');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    desk.takes.put('art', '/files/new.png', { createdAt: new Date().toISOString() });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Library' }));
      await desk.clock.pass(100);
    });
    await list();
    expect(options()[0]).toHaveAccessibleName(/Just now$/);
    act(() => void vi.advanceTimersByTime(120_000));
    expect(options()[0]).toHaveAccessibleName(/2 minutes ago$/);
  });

  it('lays out a screenful of pictures, however many were found [LIBRARY-6]', async () => {
    for (let index = 0; index < 3_000; index += 1) desk.takes.put('art', `/files/many-${index}.png`);
    await list();
    await act(async () => {
      await open.library.again();
      while (open.library.hasMore) await open.library.more();
    });
    expect(open.library.takes.length).toBeGreaterThan(3_000);
    expect(options().length).toBeLessThan(60);
  });

  it('tells positions, and names its active picture even when it is scrolled out of sight [LIBRARY-5]', async () => {
    for (let index = 0; index < 300; index += 1) desk.takes.put('art', `/files/many-${index}.png`);
    const grid = await list();
    await act(() => open.library.again());
    // More can be read than is known yet.
    expect(places().slice(0, 2)).toEqual(['1 of -1', '2 of -1']);
    await act(async () => {
      while (open.library.hasMore) await open.library.more();
    });
    expect(places().slice(0, 2)).toEqual(['1 of 303', '2 of 303']);
    await key(grid, 'ArrowRight');
    await key(grid, 'ArrowRight');
    grid.scrollTop = 5_000;
    fireEvent.scroll(grid);
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(active).toHaveAttribute('aria-posinset', '2');
    expect(active).toHaveAttribute('aria-selected', 'true');
    expect(options().length).toBeLessThan(60);
    await key(grid, 'End');
    expect(document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')).toHaveAttribute(
      'aria-posinset',
      '303',
    );
  });
});

describe('a picture of the library that is dragged', () => {
  it.each(['mouse', 'pen', 'touch'])('onto the canvas by %s is a picture input there [LIBRARY-4]', async (by) => {
    await list();
    const [picture] = options();
    if (!picture) throw new Error('there is no picture');
    fireEvent.pointerDown(picture, at(by, 900, 300));
    fireEvent.pointerMove(picture, at(by, 700, 320));
    // The dragged picture is visible, and the list does not scroll under it.
    expect(document.querySelectorAll('img[src="/files/three.png?size=256"]')).toHaveLength(2);
    expect(fireEvent(picture, new Event('touchmove', { bubbles: true, cancelable: true }))).toBe(false);
    fireEvent.pointerMove(picture, at(by, 370, 356));
    fireEvent.pointerUp(picture, at(by, 370, 356, 0));
    fireEvent.click(picture);
    expect(pictures().map(({ position, data }) => [position, data.value])).toEqual([
      [{ x: 300, y: 300 }, '/files/three.png'],
    ]);
    expect(picture).toHaveAttribute('aria-selected', 'false');
    act(() => open.editor.undo());
    expect(pictures()).toEqual([]);
  });

  it('by a finger only once it has rested, or goes sideways: else the list scrolls; Escape gives it up [LIBRARY-4]', async () => {
    await list();
    const [picture] = options();
    if (!picture) throw new Error('there is no picture');
    fireEvent.pointerDown(picture, at('touch', 900, 300));
    fireEvent.pointerMove(picture, at('touch', 902, 340));
    expect(fireEvent(picture, new Event('touchmove', { bubbles: true, cancelable: true }))).toBe(true);
    fireEvent.pointerMove(picture, at('touch', 370, 356));
    fireEvent.pointerUp(picture, at('touch', 370, 356, 0));
    fireEvent.pointerDown(picture, at('touch', 900, 300));
    await vi.waitFor(() => expect(document.querySelectorAll('img[src="/files/three.png?size=256"]')).toHaveLength(2));
    fireEvent.pointerMove(picture, at('touch', 370, 356));
    fireEvent.keyDown(picture, { key: 'Escape' });
    fireEvent.pointerUp(picture, at('touch', 370, 356, 0));
    expect(pictures()).toEqual([]);
    expect(screen.getByTestId('library')).toBeInTheDocument();
    fireEvent.pointerDown(picture, at('touch', 900, 300));
    fireEvent.pointerUp(picture, at('touch', 900, 300, 0));
    fireEvent.click(picture);
    expect(picture).toHaveAttribute('aria-selected', 'true');
  });

  it('makes the panel make way where that covers the canvas [LIBRARY-4]', async () => {
    await list();
    const wide = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: query === '(width < 45em)' }),
    );
    screen.getByTestId('library').getBoundingClientRect = () => AREA;
    const [picture] = options();
    if (!picture) throw new Error('there is no picture');
    fireEvent.pointerDown(picture, at('touch', 300, 300));
    fireEvent.pointerMove(picture, at('touch', 370, 306));
    fireEvent.pointerUp(picture, at('touch', 370, 356, 0));
    expect(pictures()).toHaveLength(1);
    expect(screen.queryByTestId('library')).toBeNull();
  });
});

describe('the node that made a picture of the library', () => {
  it('is gone to on this canvas, and is said to be deleted where it is [LIBRARY-7]', async () => {
    await press('Go to its node');
    expect(way).toEqual(['art']);
    act(() => {
      open.editor.select({ nodes: new Set(['art']) });
      open.editor.removeSelected();
    });
    const button = screen.getByRole('button', { name: 'Go to its node' });
    expect(button).toHaveAccessibleDescription('Its node was deleted.');
    fireEvent.click(button);
    expect(way).toEqual(['art']);
  });

  it('is gone to in the project it was made in, whose address then is its own again [LIBRARY-7]', async () => {
    desk.takes.put('far away', '/files/far.png', { projectId: 8 });
    await act(() => open.library.again());
    open.library.choose({ of: 'member' });
    await act(() => desk.clock.pass(400));
    await press('Go to its node in its project');
    expect(window.location.pathname + window.location.hash).toBe('/main/8#node=far+away');
    for (const nodeId of ['art', 'nobody']) {
      window.history.replaceState(null, '', `/main/7?lng=en#node=${nodeId}`);
      renderHook(() => useAskedNode(open.editor, (asked) => way.push(asked)));
      expect(window.location.pathname + window.location.search + window.location.hash).toBe('/main/7?lng=en');
    }
    expect(way).toEqual(['art']);
  });
});
