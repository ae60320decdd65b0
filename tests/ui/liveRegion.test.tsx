import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { announce } from '../../src/ui/live/announce';
import { LiveRegion } from '../../src/ui/live/LiveRegion';
import { Modal } from '../../src/ui/Modal';

afterEach(async () => void (await startI18n('en').changeLanguage('en')));

it('a switch of the language clears what was said in the language before', async () => {
  render(<LiveRegion />);
  act(() => announce('live.deleted'));
  const region = screen.getByTestId('announcements');
  expect(region).toHaveTextContent('Deleted.');
  await act(async () => void (await startI18n('en').changeLanguage('ko')));
  expect(region).toBeEmptyDOMElement();
  act(() => announce('live.deleted'));
  expect(region).toHaveTextContent('삭제');
});

it('is in the dialog that is open, since a screen reader hears nothing outside of it', () => {
  render(<LiveRegion />);
  const { unmount } = render(
    <Modal title="A question" onClose={() => undefined}>
      Yes or no
    </Modal>,
  );
  act(() => announce('live.deleted'));
  const region = screen.getByTestId('announcements');
  expect(screen.getByRole('dialog', { name: 'A question' })).toContainElement(region);
  expect(region).toHaveTextContent('Deleted.');
  unmount();
  expect(region).toBeInTheDocument();
  act(() => announce('live.copied', { count: 2 }));
  expect(region).toHaveTextContent('2 nodes copied.');
});
