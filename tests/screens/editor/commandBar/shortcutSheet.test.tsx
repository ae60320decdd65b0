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
