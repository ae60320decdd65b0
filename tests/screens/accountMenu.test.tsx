import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  host.current.member = MINA;
});

const openMenu = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Account of Mina' }));

async function askEverywhere(): Promise<void> {
  await screen.findByText('Hello Mina');
  await openMenu();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await screen.findByRole('dialog');
}

describe('the account menu', () => {
  it('opens, and closes by Escape, a press elsewhere or Tab out of it', async () => {
    openApp('/');
    await screen.findByText('Hello Mina');
    await openMenu();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
    // Its words are no control, but Escape after a press on them closes it all the same, and nothing else that is open.
    await userEvent.click(screen.getByText('Mina', { exact: true }));
    const pageKey = vi.fn<() => void>();
    document.addEventListener('keydown', pageKey);
    await userEvent.keyboard('{Escape}');
    document.removeEventListener('keydown', pageKey);
    expect(pageKey).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Account of Mina' })).toHaveFocus();

    await openMenu();
    await userEvent.click(document.body);
    expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();

    await openMenu();
    const within = screen.getByRole('button', { name: 'Dark' });
    act(() => within.focus());
    expect(within).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('signs out and leaves a visitor at home', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(console, 'warn').mockReturnValue();
    openApp('/');
    await screen.findByText('Hello Mina');
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
    expect(screen.queryByText('Hello Mina')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
  });

  it('opens the dialogs of the account for the rest of the page, and signs out [FIND-2]', async () => {
    const stores = openApp('/');
    await screen.findByText('Hello Mina');
    act(() => stores.account.ask('tokens'));
    expect(await screen.findByRole('dialog', { name: 'API tokens' })).toBeVisible();
    act(() => stores.account.ask('everywhere'));
    expect(await screen.findByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible();
    act(() => stores.account.ask('signOut'));
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(stores.account.asked).toBeNull();
    expect(host.current.calls.filter(({ call }) => call === 'POST /auth/logout')).toHaveLength(1);
  });

  it('says that it saves and signs out while that takes long', async () => {
    host.current.slow.add('POST /auth/logout');
    openApp('/');
    await screen.findByText('Hello Mina');
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Saving your work, then signing out…')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(screen.queryByText('Saving your work, then signing out…')).not.toBeInTheDocument();
  });

  it('says when signing out did not work, and the member stays', async () => {
    host.current.broken.add('POST /auth/logout');
    openApp('/');
    await screen.findByText('Hello Mina');
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Signing out did not work. Please try again.')).toBeVisible();
    expect(screen.getByText('Hello Mina')).toBeVisible();
  });

  it('asks before it signs out everywhere, and keeps the focus for a person who changes their mind', async () => {
    openApp('/');
    await screen.findByText('Hello Mina');
    screen.getByRole('button', { name: 'Account of Mina' }).focus();
    await userEvent.keyboard('{Enter}{Tab}{Tab}{Tab}');
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
    expect(dialog).toHaveTextContent('every browser and device that uses this account');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Account of Mina' })).toHaveFocus();
    expect(host.current.calls.filter(({ call }) => call === 'POST /auth/logout')).toEqual([]);
  });

  it('signs out everywhere', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(console, 'warn').mockReturnValue();
    openApp('/');
    await askEverywhere();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(host.current.calls).toContainEqual({ call: 'POST /auth/logout', query: '?everywhere=1', body: null });
  });

  it('says why it could not sign out everywhere, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    host.current.broken.add('POST /auth/logout');
    openApp('/');
    await askEverywhere();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Signing out did not work. Please try again.');

    // The member has signed out on another device meanwhile.
    host.current.broken.clear();
    host.current.member = null;
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('You are already signed out here.'));
  });

  it("shows the member's usage and limits, each time it is opened [USAGE-6]", async () => {
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Mina' }));
    expect(await screen.findByText('1.5 GB of 10 GB used')).toBeVisible();
    expect(screen.getByText('34 of 10,000 projects')).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Storage' })).toHaveAttribute('aria-valuenow', '15');
  });

  it.each([
    [0, '0 kB of 10 GB used'],
    [508, '0.5 kB of 10 GB used'],
    [20_000, '20 kB of 10 GB used'],
  ])('shows %i bytes as parts of a kilobyte', async (bytes, words) => {
    host.current.bytes = bytes;
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Mina' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says so when it cannot be read [USAGE-6]', async () => {
    host.current.broken.add('GET /member/usage');
    vi.spyOn(console, 'warn').mockReturnValue();
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Mina' }));
    expect(await screen.findByText('Your storage usage could not be loaded.')).toBeVisible();
  });
});
