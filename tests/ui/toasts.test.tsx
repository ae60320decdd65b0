import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { Modal } from '../../src/ui/Modal';
import { notify, type AppNotice } from '../../src/ui/toasts/notify';
import { Toasts } from '../../src/ui/toasts/Toasts';

const info: AppNotice = {
  variant: 'info',
  titleKey: 'toast.underDevelopmentTitle',
  descriptionKey: 'toast.underDevelopmentContent',
};
const failure: AppNotice = { variant: 'destructive', titleKey: 'toast.failTitle', descriptionKey: 'toast.failContent' };
const login: AppNotice = { variant: 'login', titleKey: 'toast.loginTitle', descriptionKey: 'toast.loginContent' };
const plain: AppNotice = { variant: 'default', titleKey: 'toast.imageGenerationErrorTitle' };

/** A notice whose button notes the place. */
const replacedNotices =
  (answered: string[]) =>
  (place: string): AppNotice => ({
    variant: 'default',
    titleKey: 'bookmarks.replacedTitle',
    answer: { words: 'bookmarks.takeBack', run: () => answered.push(place) },
  });

const show = (...notices: readonly AppNotice[]): void => act(() => notices.forEach(notify));
/** The looks of the four variants, as in the style sheet. */
const LOOKS = { default: 'default', info: 'info', destructive: 'error', login: 'warning' } as const;

const shownToast = (): HTMLElement | null => document.querySelector('.Toastify__toast');
/** The toast's clock: an animation that takes as long as the toast stays. */
const clock = (): HTMLElement => screen.getByRole('progressbar', { hidden: true });
const timeIsUp = (): void => {
  fireEvent.animationEnd(clock());
};
const dialogs = (...titles: readonly string[]) =>
  titles.map((title) => (
    <Modal key={title} title={title} onClose={() => undefined}>
      {title}
    </Modal>
  ));
const swipe = (from: number, to: number): void => {
  const words = screen.getByText('Currently under development');
  fireEvent.pointerDown(words, { clientX: from, button: 0 });
  fireEvent.pointerMove(words, { clientX: to });
  fireEvent.pointerUp(words, { clientX: to });
};

beforeEach(() => {
  render(<Toasts />);
});

afterEach(() => {
  act(() => {
    toast.clearWaitingQueue();
    toast.dismiss();
  });
});

describe('a toast', () => {
  it('is in the topmost dialog, where it is seen and can be closed, and stays as they close [TOAST-7]', async () => {
    const { rerender } = render(dialogs('lower', 'upper'));
    const inDialog = (): string | null | undefined => shownToast()?.closest('dialog')?.textContent;
    show(failure);
    await screen.findByRole('alert');
    expect(inDialog()).toContain('upper');
    rerender(dialogs('upper'));
    expect(inDialog()).toContain('upper');
    rerender(null);
    expect(shownToast()).toBeInTheDocument();
    expect(inDialog()).toBeUndefined();
    rerender(dialogs('lower'));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(shownToast()).toBeNull());
    expect(screen.getByRole('dialog', { name: 'lower' })).toBeInTheDocument();
  });

  it("says a time by the person's own clock", () => {
    const noon = new Date();
    noon.setHours(12, 0, 0, 0);
    show({ ...failure, descriptionKey: 'failure.quotaAt', message: 'No.', retryAt: noon.toISOString() });
    expect(screen.getByText('The AI has reached its limit for now. Try again at 12:00.')).toBeVisible();
  });

  it.each([
    ['default', plain, '5000ms'],
    ['info', info, '2000ms'],
    ['destructive', failure, '3000ms'],
    ['login', login, '1600ms'],
    ['default with a time of its own', { ...plain, durationMs: 3000 }, '3000ms'],
  ] as const)('of the %s variant stays for its time [TOAST-2] [TOAST-3]', (_, notice, duration) => {
    show(notice);
    expect(clock()).toHaveStyle({ animationDuration: duration, animationPlayState: 'running' });
    expect(shownToast()).toHaveClass(`Toastify__toast--${LOOKS[notice.variant]}`);
    expect(shownToast()).toHaveAttribute('role', notice.variant === 'destructive' ? 'alert' : 'status');
    timeIsUp();
    expect(screen.queryByRole('progressbar', { hidden: true })).not.toBeInTheDocument();
  });

  it('speaks English or Korean, even when the language changes under it', () => {
    show(login);
    expect(screen.getByText('Login Required✨')).toBeVisible();
    expect(screen.getByText('Please log in to access this feature.')).toBeVisible();

    act(() => void startI18n('ko'));
    expect(screen.getByText('로그인이 필요해요✨')).toBeVisible();
  });

  it("says the server's own words where a notice brings them", () => {
    show({ ...failure, description: 'The model is resting.' });
    expect(screen.getByText('The model is resting.')).toBeVisible();
    expect(screen.queryByText('An unknown error has occurred.')).not.toBeInTheDocument();
  });

  it('comes alone: the next one waits until it has gone [TOAST-1]', () => {
    show(info, failure);
    expect(screen.getByText('Currently under development')).toBeVisible();
    expect(screen.queryByText('Failed to convert to category')).not.toBeInTheDocument();

    timeIsUp();
    expect(screen.queryByText('Currently under development')).not.toBeInTheDocument();
    expect(screen.getByText('Failed to convert to category')).toBeVisible();
  });

  it('is not shown again when it is requested while it is visible [TOAST-1]', () => {
    show(info, info, info);
    expect(screen.getAllByText('Currently under development')).toHaveLength(1);
    timeIsUp();
    expect(screen.queryByText('Currently under development')).not.toBeInTheDocument();
    show(info);
    expect(screen.getByText('Currently under development')).toBeVisible();
  });

  it('has the button of the last of equal notices, and its whole time', async () => {
    const answered: string[] = [];
    const replaced = replacedNotices(answered);
    show(replaced('first'));
    const before = clock();
    show(replaced('second'));
    await waitFor(() => expect(clock()).not.toBe(before));
    await userEvent.click(screen.getByRole('button', { name: 'Restore the old place' }));
    expect(answered).toEqual(['second']);
  });

  it('is one with the last button also where equal ones wait for another toast', async () => {
    const answered: string[] = [];
    const replaced = replacedNotices(answered);
    show(failure, replaced('first'), replaced('second'));
    timeIsUp();
    await userEvent.click(screen.getByRole('button', { name: 'Restore the old place' }));
    expect(answered).toEqual(['second']);
    await waitFor(() => expect(shownToast()).toBeNull());
    show(replaced('third'));
    await userEvent.click(screen.getByRole('button', { name: 'Restore the old place' }));
    expect(answered).toEqual(['second', 'third']);
  });

  it('waits from F8 on while it is read, and goes on when the reader does [TOAST-5]', async () => {
    show(info);
    // The browser tests show that the key brings the focus here: jsdom finds no element by the library's [tabIndex].
    shownToast()?.focus();
    await userEvent.keyboard('{F8}');
    expect(clock()).toHaveStyle({ animationPlayState: 'paused' });

    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(clock()).toHaveStyle({ animationPlayState: 'paused' });

    await userEvent.tab();
    expect(document.body).toHaveFocus();
    expect(clock()).toHaveStyle({ animationPlayState: 'running' });
  });

  it('gives the focus back when it goes [TOAST-5]', async () => {
    const field = document.createElement('input');
    document.body.append(field);
    onTestFinished(() => field.remove());
    show(info, failure);
    field.focus();
    await userEvent.keyboard('{F8}');
    const [close] = screen.getAllByRole('button', { name: 'Close' });
    close?.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Currently under development')).not.toBeInTheDocument();
    await waitFor(() => expect(field).toHaveFocus());

    field.blur();
    timeIsUp();
    await new Promise(requestAnimationFrame);
    expect(document.body).toHaveFocus();
  });

  it('goes by a swipe to the right of more than 50 px [TOAST-4]', () => {
    show(info);
    swipe(100, 151);
    expect(screen.queryByText('Currently under development')).not.toBeInTheDocument();
  });

  it('stays for a shorter swipe and for one to the left [TOAST-4]', () => {
    show(info);
    swipe(100, 150);
    swipe(300, 100);
    expect(screen.getByText('Currently under development')).toBeVisible();
  });

  it('goes by its close button', async () => {
    show(info);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Currently under development')).not.toBeInTheDocument();
  });
});
