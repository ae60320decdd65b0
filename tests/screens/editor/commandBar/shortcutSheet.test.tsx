import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import ShortcutSheet from '../../../../src/screens/editor/commandBar/ShortcutSheet';

/** The keys in a row of the sheet, as they are printed; of each list that has such a row. */
const keysOf = (words: string): (string | null)[][] =>
  screen
    .getAllByText(words, { selector: 'dt' })
    .map((row) =>
      Array.from(row.parentElement?.querySelectorAll('kbd, dd[class*="how"]') ?? [], (key) => key.textContent),
    );

it('the sheet has the keys of the clipboard, of a view of takes apart from those of the canvas, and of a notification [FIND-1] [FIND-10]', () => {
  render(<ShortcutSheet onClose={() => undefined} />);
  expect(within(screen.getByRole('dialog')).getByText('Keys in a list of takes')).toBeVisible();
  expect(['Copy', 'Cut', 'Paste', 'Paste with connections'].map(keysOf)).toEqual([
    [['Ctrl+C']],
    [['Ctrl+X']],
    [['Ctrl+V']],
    [['Ctrl+Shift+V']],
  ]);
  expect(keysOf('Zoom in')).toEqual([['Ctrl++', '+'], ['+']]);
  expect(keysOf('Show the whole pictures')).toEqual([['F']]);
  expect(keysOf('Go to the next or the previous one')).toEqual([['←', '→', '↑', '↓']]);
  expect(keysOf('Choose this take')).toEqual([
    ['Enter', 'Space'],
    ['Enter', 'Space'],
  ]);
  expect(keysOf('Close')).toEqual([['Esc']]);
  expect(keysOf('Choose a take by its number')).toEqual([['1', '2', '3', '4', '5', '6', '7', '8', '9']]);
  expect(keysOf('Move the pictures')).toEqual([['←', '↑', '↓', '→']]);
  expect(keysOf('Go to a notification')).toEqual([['F8']]);
});

/** The words of the rows under a heading of the sheet. */
const wordsUnder = (heading: string): (string | null)[] =>
  Array.from(screen.getByRole('heading', { name: heading }).nextElementSibling?.querySelectorAll('dt') ?? []).map(
    ({ textContent }) => textContent,
  );

it('the keys of the outline and of the search stand under these, not among those of the whole page [FIND-10]', () => {
  render(<ShortcutSheet onClose={() => undefined} />);
  const ofOutline = ['Edit the text', 'Connect from here', 'Move up', 'Move down'];
  const ofSearch = ['Next', 'Previous'];
  expect(wordsUnder('Keys in the outline')).toEqual(ofOutline);
  expect(wordsUnder('Keys while the search is open')).toEqual(ofSearch);
  const ofPage = wordsUnder('Keys');
  expect([...ofOutline, ...ofSearch].filter((words) => ofPage.includes(words))).toEqual([]);
  expect(keysOf('Put a card or an item into a category')).toEqual([['Ctrl+Shift or ⌘⇧ with an arrow']]);
  expect(keysOf('Reorder the pictures that go with a run')).toEqual([['Drag one in the settings; Alt with an arrow']]);
});
