import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useDialogs } from '../../../../src/screens/editor/commandBar/useDialogs';
import { FindPanel } from '../../../../src/screens/editor/find/FindPanel';
import { openActionTargets } from '../../../support/actionTargets';

// In jsdom nothing scrolls.
beforeEach(() => void Object.assign(Element.prototype, { scrollIntoView: vi.fn<() => void>() }));

const nothing = (): void => undefined;
const ZONE = { models: { names: null, canWrite: null }, add: () => null, focus: nothing, showCanvas: nothing };

/** An open canvas, as far as keys open something over it. */
function Canvas({ of = openActionTargets() }: { readonly of?: ReturnType<typeof openActionTargets> }) {
  const [{ canvas, targets }] = useState(of);
  const [marks] = useState(() => new Set<string>());
  const { finding, stopFinding, show } = useDialogs({
    editor: canvas.engine,
    openArrange: nothing,
    toggleOutline: nothing,
    toggleMinimap: nothing,
    toggleToolbar: nothing,
    versions: { setShown: nothing },
  });
  return (
    <>
      {finding > 0 && <FindPanel flow={canvas.flow} marks={marks} asked={finding} onClose={stopFinding} />}
      {show(targets, ZONE, nothing)}
    </>
  );
}

it.each([
  ['search', '{Control>}f{/Control}', 'Find on the canvas'],
  ['command bar', '{Control>}k{/Control}', 'Find and run'],
])('the %s has all that is typed right after its key, however fast [FIND-8]', async (_name, key, label) => {
  render(<Canvas />);
  const fast = userEvent.setup({ delay: null });
  await fast.keyboard(`${key}moon`);
  expect(await screen.findByLabelText(label, { selector: 'input' })).toHaveValue('moon');
});

it('nothing is opened by its key over an open dialog, even where nothing in that has the focus', async () => {
  render(
    <>
      <Canvas />
      <dialog open />
    </>,
  );
  expect(document.body).toHaveFocus();
  await userEvent.keyboard('{Control>}f{/Control}{Control>}k{/Control}');
  expect(screen.queryByLabelText('Find and run')).toBeNull();
  expect(screen.queryByLabelText('Find on the canvas')).toBeNull();
});

it('the sheet of keys is opened by its key, but for a selected text card, which takes the character [TEXT-2]', async () => {
  const opened = openActionTargets();
  render(<Canvas of={opened} />);
  act(() => void opened.canvas.select('idea'));
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => void opened.canvas.select('art'));
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys and gestures' })).toBeVisible();
});
