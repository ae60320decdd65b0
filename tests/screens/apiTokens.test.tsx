import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RootStore } from '../../src/stores/RootStore';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();
let stores: RootStore;

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  host.current.member = MINA;
});

/** The browser closes a dialog itself at a second Escape after one that the page has prevented. */
const closeAsBrowser = (dialog: HTMLElement): void => {
  if (dialog instanceof HTMLDialogElement) dialog.close();
  fireEvent(dialog, new Event('close'));
};

async function openTokens(): Promise<HTMLElement> {
  stores = openApp('/');
  await screen.findByText('Hello Mina');
  screen.getByRole('button', { name: 'Account of Mina' }).focus();
  await userEvent.keyboard('{Enter}{Tab}{Enter}');
  return screen.findByRole('dialog', { name: 'API tokens' });
}

describe('API tokens in the account menu', () => {
  it('are made by keyboard, shown once and copied [TOKEN-13]', async () => {
    const dialog = await openTokens();
    expect(await within(dialog).findByText('You have no tokens yet.')).toBeVisible();
    userEvent.setup();
    const make = within(dialog).getByRole('button', { name: 'Create a token' });
    expect(make).toBeDisabled();
    within(dialog).getByLabelText('Name of the new token').focus();
    await userEvent.keyboard('Nightly export');
    within(dialog)
      .getByRole('checkbox', { name: /^write/ })
      .focus();
    await userEvent.keyboard(' ');
    await userEvent.selectOptions(within(dialog).getByLabelText('Expires'), 'when I revoke it');
    await userEvent.click(make);

    const field = await within(dialog).findByLabelText<HTMLInputElement>('The new token');
    expect(field.value).toMatch(/^mulgil_/);
    expect(within(dialog).getByText(/shown only this once/)).toBeVisible();
    expect(host.current.bodyOf('POST /member/tokens')).toEqual({
      name: 'Nightly export',
      scopes: ['read', 'write'],
      expiresAt: null,
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(field.value);
    expect(await within(dialog).findByText('Copied.')).toBeVisible();
    expect(within(dialog).getByText('read, write · no expiry · never used')).toBeVisible();

    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(dialog).not.toHaveTextContent('mulgil_');
    expect(within(dialog).getByRole('heading', { name: 'Your tokens' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Account of Mina' })).toHaveFocus();
  });

  it('are not lost, when they are shown, by a press beside the dialog or while the server cannot say who is signed in', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const dialog = await openTokens();
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Export{Enter}');
    const field = await within(dialog).findByLabelText('The new token');
    await userEvent.click(dialog);
    expect(field).toBeVisible();
    host.current.broken.add('GET /member');
    await act(() => stores.member.refresh());
    expect(stores.member.member).toBeNull();
    expect(field).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    await userEvent.click(dialog);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are not lost, when they are shown, by Escape, however often it is pressed', async () => {
    const dialog = await openTokens();
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Export{Enter}');
    const field = await within(dialog).findByLabelText('The new token');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(field).toBeVisible();
    closeAsBrowser(dialog);
    expect(dialog).toHaveAttribute('open');
    expect(field).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are shown without an alert when only the list cannot be read again; a failed making is said once [TOKEN-15]', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(console, 'warn').mockReturnValue();
    const dialog = await openTokens();
    await within(dialog).findByText('You have no tokens yet.');
    const listings = () => host.current.calls.filter(({ call }) => call === 'GET /member/tokens').length;
    const failedListing = async (before: number): Promise<void> => {
      await waitFor(() => expect(listings()).toBe(before + 1));
      await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    };
    const before = listings();
    host.current.broken.add('GET /member/tokens');
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Export{Enter}');
    await within(dialog).findByLabelText('The new token');
    await failedListing(before);
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Revoke Export' })).toBeVisible();

    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    host.current.broken.add('POST /member/tokens');
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Import{Enter}');
    await failedListing(before + 1);
    expect(within(dialog).getAllByRole('alert')).toHaveLength(1);
  });

  it('show their scopes, their end and their last use; one is revoked after a second press [TOKEN-14]', async () => {
    const createdAt = '2026-11-01T00:00:00.000Z';
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString();
    host.current.tokens = [
      { id: 'a', name: 'Used', scopes: ['generate'], createdAt, expiresAt: null, lastUsedAt: twoHoursAgo },
      { id: 'b', name: 'Old', scopes: ['read'], createdAt, expiresAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
    ];
    const dialog = await openTokens();
    expect(await within(dialog).findByText('generate · no expiry · last used 2 hours ago')).toBeVisible();
    expect(within(dialog).getByText('read · expired · never used')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke Used' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(host.current.tokens).toHaveLength(2);
    expect(within(dialog).getByRole('button', { name: 'Revoke Used' })).toHaveFocus();
    await userEvent.keyboard('{Enter}{Escape}');
    // The browser closes the dialog by a key that nothing in it has taken.
    expect(within(dialog).queryByRole('button', { name: 'Revoke now' })).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Revoke Used' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(within(dialog).getByRole('button', { name: 'Revoke now' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(within(dialog).queryByText('Used')).not.toBeInTheDocument());
    expect(host.current.tokens.map(({ id }) => id)).toEqual(['b']);
    expect(within(dialog).getByText('Used was revoked.')).toBeInTheDocument();
  });

  it('are gone when they are revoked again after a lost answer [TOKEN-14]', async () => {
    const createdAt = '2026-11-01T00:00:00.000Z';
    const token = { id: 'a', scopes: ['read'], createdAt, expiresAt: null, lastUsedAt: null } as const;
    host.current.tokens = [{ ...token, name: 'Used', scopes: ['read'] }];
    const dialog = await openTokens();
    const revoke = await within(dialog).findByRole('button', { name: 'Revoke Used' });
    host.current.tokens = [];
    await userEvent.click(revoke);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke now' }));
    expect(await within(dialog).findByText('Used was revoked.')).toBeInTheDocument();
    expect(await within(dialog).findByText('You have no tokens yet.')).toBeVisible();
  });

  it('are listed though the answer to their making was lost [TOKEN-15]', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    host.current.broken.add('POST /member/tokens');
    const dialog = await openTokens();
    await within(dialog).findByText('You have no tokens yet.');
    const createdAt = '2026-11-01T00:00:00.000Z';
    host.current.tokens = [{ id: 'a', name: 'Export', scopes: ['read'], createdAt, expiresAt: null, lastUsedAt: null }];
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Export{Enter}');
    expect(await within(dialog).findByRole('button', { name: 'Revoke Export' })).toBeVisible();
  });

  it('stay listed when an earlier list comes late', async () => {
    host.current.slow.add('GET /member/tokens');
    const dialog = await openTokens();
    await waitFor(() => expect(host.current.calls.at(-1)?.call).toBe('GET /member/tokens'));
    host.current.slow.clear();
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Export{Enter}');
    expect(await within(dialog).findByRole('button', { name: 'Revoke Export' })).toBeVisible();
    host.current.tokens = [];
    await act(() => new Promise((resolve) => setTimeout(resolve, 2000)));
    expect(within(dialog).getByRole('button', { name: 'Revoke Export' })).toBeVisible();
  });

  it('say what did not work, and lose nothing that was typed [TOKEN-15]', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    host.current.broken.add('GET /member/tokens').add('POST /member/tokens');
    const dialog = await openTokens();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('That did not work. Please try again.');
    host.current.broken.delete('GET /member/tokens');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText('You have no tokens yet.')).toBeVisible();
    expect(within(dialog).getByRole('heading', { name: 'Your tokens' })).toHaveFocus();
    await userEvent.type(within(dialog).getByLabelText('Name of the new token'), 'Export{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('That did not work.');
    expect(within(dialog).getByLabelText('Name of the new token')).toHaveValue('Export');
  });
});
