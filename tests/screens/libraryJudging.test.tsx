import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { desk, key, list, open, ratings, setUpLibrary } from './support/openLibrary';

setUpLibrary();

describe('the library', () => {
  it('is judged one picture after another by keys, each judgement undone and done again [JUDGE-1] [JUDGE-4]', async () => {
    await list();
    fireEvent.click(screen.getByRole('button', { name: 'Judge one by one' }));
    const dialog = screen.getByTestId('judge');
    expect(dialog).toHaveTextContent('1 / 3');
    await key(dialog, '5');
    await key(dialog, 'x', { code: 'KeyX' });
    await key(dialog, '2');
    expect(ratings()).toEqual([5, -1, 2]);
    expect(dialog).toHaveTextContent('3 / 3');
    await key(dialog, 'z', { code: 'KeyZ', ctrlKey: true });
    // A keyboard on which another key has the letter.
    await key(dialog, 'z', { code: 'Slash', ctrlKey: true });
    expect(ratings()).toEqual([5, null, null]);
    expect(dialog).toHaveTextContent('2 / 3');
    await key(dialog, 'z', { code: 'KeyZ', ctrlKey: true, shiftKey: true });
    expect(ratings()).toEqual([5, -1, null]);
    await act(async () => {
      fireEvent.click(within(dialog).getByRole('button', { name: 'Redo' }));
      await desk.clock.pass(50);
    });
    expect(ratings()).toEqual([5, -1, 2]);
    expect(dialog).toHaveTextContent('3 / 3');
    await key(dialog, 'z', { code: 'KeyZ', ctrlKey: true });
    await key(dialog, '4');
    // A new judgement forgets those that were undone.
    await key(dialog, 'y', { code: 'KeyY', ctrlKey: true });
    expect(ratings()).toEqual([5, -1, 4]);
    await key(dialog, 'ArrowLeft');
    await key(dialog, 'ArrowLeft');
    expect(dialog).toHaveTextContent('1 / 3');
    // It closes the judging dialog, not what is beneath.
    await key(dialog, 'Escape');
    expect(screen.getByTestId('library')).toBeInTheDocument();
  });

  it('is judged beyond the pictures that were read, and says how many there are once it knows [JUDGE-1]', async () => {
    for (let index = 0; index < 297; index += 1) desk.takes.put('art', `/files/many-${index}.png`);
    await list();
    await act(() => open.library.again());
    fireEvent.click(screen.getByRole('button', { name: 'Judge one by one' }));
    const dialog = screen.getByTestId('judge');
    const seen: (string | null)[] = [];
    const look = () => seen.push(within(within(dialog).getByRole('banner')).getByRole('status').textContent);
    look();
    // One that is made meanwhile moves none of them.
    act(() => open.library.hear(desk.takes.put('art', '/files/new.png'), false));
    for (let pages = 0; pages < 3; pages += 1) {
      await key(dialog, 'End');
      look();
    }
    expect(seen).toEqual(['1', '120', '240 / 300', '300 / 300']);
  });

  it('says while it is judged that older pictures could not be read, and reads them when asked again [JUDGE-1]', async () => {
    for (let index = 0; index < 197; index += 1) desk.takes.put('art', `/files/many-${index}.png`);
    await list();
    await act(() => open.library.again());
    fireEvent.click(screen.getByRole('button', { name: 'Judge one by one' }));
    const dialog = screen.getByTestId('judge');
    desk.takes.isBroken = true;
    await key(dialog, 'End');
    expect(within(dialog).getByRole('banner')).toHaveTextContent('120 · The library could not be loaded.');
    desk.takes.isBroken = false;
    await act(async () => {
      fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
      await desk.clock.pass(50);
    });
    expect(dialog).toHaveFocus();
    expect(within(dialog).getByRole('banner')).toHaveTextContent('120 / 200');
  });
});
