import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Modal } from '../../src/ui/Modal';

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal title="A question" onClose={() => setIsOpen(false)}>
          <input aria-label="Answer" />
        </Modal>
      )}
    </>
  );
}

const openedDialog = async (): Promise<HTMLElement> => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'A question' });
};

describe('a modal', () => {
  it('takes the focus inside when it opens', async () => {
    await openedDialog();
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveFocus();
  });

  it('closes by a click outside [CREATE-2]', async () => {
    const dialog = await openedDialog();
    await userEvent.click(dialog);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('stays for a click inside, and for a selection that ends outside', async () => {
    const dialog = await openedDialog();
    const answer = screen.getByRole('textbox', { name: 'Answer' });
    await userEvent.click(answer);
    expect(dialog).toBeInTheDocument();

    await userEvent.pointer([{ keys: '[MouseLeft>]', target: answer }, { target: dialog }, { keys: '[/MouseLeft]' }]);
    fireEvent.click(dialog);
    expect(dialog).toBeInTheDocument();
  });

  it('stays for the second half of the double-click that opened it', async () => {
    const dialog = await openedDialog();
    fireEvent.mouseDown(dialog, { detail: 2 });
    fireEvent.click(dialog, { detail: 2 });
    expect(dialog).toBeInTheDocument();
  });

  it('closes by Escape, which the browser reports as a cancel', async () => {
    const dialog = await openedDialog();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('closes when the browser has closed it without a cancel', async () => {
    const dialog = await openedDialog();
    if (dialog instanceof HTMLDialogElement) dialog.close();
    fireEvent(dialog, new Event('close'));
    expect(dialog).not.toBeInTheDocument();
  });
});
