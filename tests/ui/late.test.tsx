import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { LazyPart } from '../../src/ui/LazyPart';
import { Modal } from '../../src/ui/Modal';

const Dialog = ({ name }: { readonly name: string }) => <p role="dialog">{name}</p>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

it('leaves what lies behind a dialog whose code does not come, and tries again at the next opening', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Dialog }>>().mockRejectedValueOnce(new Error('no line'));
  load.mockResolvedValue({ default: Dialog });
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          Open
        </button>
        {isOpen && <LazyPart load={load} props={{ name: 'Tokens' }} onMissing={() => setIsOpen(false)} />}
      </>
    );
  }
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('button', { expanded: false });
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Tokens');
});

const loadDialog = async () => ({ default: Dialog });

const show = (name: string) => <LazyPart load={loadDialog} props={{ name }} onMissing={() => undefined} />;

it('opens a part at once that has come before', async () => {
  const { rerender } = render(show('Takes of one'));
  await screen.findByText('Takes of one');
  rerender(<p>Nothing is selected</p>);
  rerender(show('Takes of another'));
  expect(screen.getByRole('dialog')).toHaveTextContent('Takes of another');
});

it('requests once more the style sheet of a part that did not come, before it shows the part', async () => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/assets/Dialog.css';
  document.head.append(sheet);
  sheet.dispatchEvent(new Event('error'));
  render(<LazyPart load={async () => ({ default: Dialog })} props={{ name: 'Tokens' }} onMissing={() => undefined} />);
  const again = document.querySelector<HTMLLinkElement>('link[href$="/assets/Dialog.css"]');
  expect([again === sheet, sheet.isConnected]).toEqual([false, false]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  again?.dispatchEvent(new Event('load'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Tokens');
  again?.remove();
});

const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <Modal title="Shortcuts" onClose={onClose}>
    <button onClick={onClose}>Close</button>
  </Modal>
);

/** A page whose canvas hears every key that nothing else takes, with a dialog whose code is still to come. */
function openCanvas() {
  const heard: string[] = [];
  const waiting: (() => void)[] = [];
  const code = new Promise<{ default: typeof Shortcuts }>((resolve) => {
    waiting.push(() => resolve({ default: Shortcuts }));
  });
  const load = () => code;
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    const close = (): void => setIsOpen(false);
    useEffect(() => {
      const hear = ({ key }: KeyboardEvent): void => void heard.push(key);
      window.addEventListener('keydown', hear);
      return () => window.removeEventListener('keydown', hear);
    }, []);
    return (
      <>
        <button aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          Canvas
        </button>
        {isOpen && <LazyPart load={load} props={{ onClose: close }} onMissing={close} onCancel={close} />}
      </>
    );
  }
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Canvas' });
  return { heard, opener, come: () => waiting[0]?.() };
}

it('lets no key through to what lies behind a dialog whose code is on its way; the dialog gives the focus back [FIND-9]', async () => {
  const { heard, opener, come } = openCanvas();
  await userEvent.click(opener);
  await userEvent.keyboard('m{Tab}{Delete}');
  expect(heard).toEqual([]);
  come();
  await screen.findByRole('dialog');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(opener).toHaveFocus();
  await userEvent.keyboard('m');
  expect(heard).toEqual(['m']);
});

it('takes the opening back at Escape while the code is on its way [FIND-9]', async () => {
  const { heard, opener } = openCanvas();
  await userEvent.click(opener);
  await userEvent.keyboard('{Escape}');
  expect(opener).toHaveAttribute('aria-expanded', 'false');
  expect(opener).toHaveFocus();
  await userEvent.keyboard('m');
  expect(heard).toEqual(['m']);
});
