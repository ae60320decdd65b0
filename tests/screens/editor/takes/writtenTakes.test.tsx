import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import TakesStrip from '../../../../src/screens/editor/takes/TakesStrip';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { Desk } from '../../../stores/support/Desk';
import { canvas } from '../../../stores/support/snapshots';

const pen = { id: 'pen', type: 'writer', position: { x: 0, y: 0 }, data: { value: 'a large boat at dusk' } };

it('the takes of a writer show their words, are copied and put down, and compared word by word [WRITER-12]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const desk = new Desk();
  desk.projects.put(7, canvas([pen]));
  const recipe = { model: 'text', settings: { makes: 'words' as const }, items: [] };
  desk.takes.put('pen', 'words:1', { text: 'a small boat at dawn', recipe });
  desk.takes.put('pen', 'words:2', { text: 'a large boat at dusk', recipe });
  const open = await desk.edit(7);
  const user = userEvent.setup();
  render(
    <StoresProvider stores={desk.stores}>
      <TakesStrip flow={open.flow} takes={open.takes} nodeId="pen" onBegun={() => undefined} onFold={() => undefined} />
    </StoresProvider>,
  );
  expect(screen.getByRole('option', { selected: true })).toHaveAccessibleName(/^Take 2, Chosen.*a large boat at dusk$/);
  expect(screen.getByTestId('take-text')).toHaveTextContent('a large boat at dusk');
  expect(screen.queryByRole('button', { name: 'Use these settings' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy the words' }));
  expect(await navigator.clipboard.readText()).toBe('a large boat at dusk');
  await user.click(screen.getByRole('button', { name: 'Add as a text prompt' }));
  expect(open.editor.document.allNodes().map(({ type, data }) => [type, data.value])).toContainEqual([
    'textPrompt',
    'a large boat at dusk',
  ]);

  await user.click(screen.getByRole('button', { name: /^Compare/ }));
  const dialog = await screen.findByRole('dialog', { name: /^Compare/ });
  const marks = Array.from(dialog.querySelectorAll('mark'), ({ textContent }) => textContent);
  expect(marks).toEqual(['large', 'dusk', 'small', 'dawn']);
  expect(within(dialog).queryByRole('button', { name: 'Zoom in' })).toBeNull();
  expect(fireEvent.keyDown(dialog, { key: 'ArrowDown' }), 'it scrolls').toBe(true);
  await user.keyboard('2');
  expect(open.editor.document.node('pen')?.data.value).toBe('a small boat at dawn');
});
