import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('an address', () => {
  it('without a path is the dashboard [ROUTE-1]', async () => {
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Explore AI models' })).toBeVisible();
  });

  it('ending in signin is the sign-in page [ROUTE-4]', async () => {
    openApp('/signin');
    expect(await screen.findByRole('button', { name: 'Log in with Google' })).toBeVisible();
  });

  it.each(['/main/7', '/main/007'])(
    '%s opens the canvas of project number 7 for a member [ROUTE-2]',
    async (address) => {
      host.current.member = MINA;
      openApp(address);
      expect(await screen.findByText('The canvas of project 7')).toBeVisible();
    },
  );

  it.each([
    ['/', 'Hello Mina'],
    ['/main/7', 'The canvas of project 7'],
    ['/signin', 'Log in with Google'],
    ['/nowhere', 'Page not found'],
  ])('%s is shown between the top bar and the toast area [ROUTE-5] [SHELL-2]', async (address, words) => {
    host.current.member = MINA;
    openApp(address);
    const shown = await screen.findByText(words);
    expect(within(screen.getByRole('main')).getByText(words)).toBe(shown);
    const home = screen.getByRole('link', { name: 'Mulgil home' });
    expect(home.compareDocumentPosition(shown)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('region', { name: 'Notifications, F8' })).toBeInTheDocument();
  });

  it('of a project sends a visitor to log in [ROUTE-7]', async () => {
    openApp('/main/7');
    expect(await screen.findByText('Login Required✨')).toBeVisible();
    expect(screen.getByText('Please log in to access this feature.')).toBeVisible();
    expect(window.location.pathname).toBe('/main/7');
    expect(screen.queryByText('The canvas of project 7')).not.toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/signin'), { timeout: 4000 });
    // A visitor who asked for a project returns to it.
    expect(window.location.search).toBe('?next=%2Fmain%2F7');
  });

  it('of a project opens the canvas while it is unknown who is signed in [ROUTE-8]', async () => {
    host.current.broken.add('GET /member');
    openApp('/main/7');
    expect(await screen.findByText('The canvas of project 7')).toBeVisible();
  });

  it('keeps the canvas when the session ends under it', async () => {
    host.current.member = MINA;
    const stores = openApp('/main/7');
    await screen.findByText('The canvas of project 7');
    await screen.findByRole('button', { name: /Mina/ });
    host.current.member = null;
    await stores.member.refresh();
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(screen.getByText('The canvas of project 7')).toBeVisible();
  });

  it.each(['/main/rivers', '/main/0', '/main/-7', '/main/7.5', '/main/1e3', '/main/7a', '/main/99999999999999999999'])(
    '%s is no project, and a way home is shown [ROUTE-3]',
    async (address) => {
      openApp(address);
      expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeVisible();
      await userEvent.click(screen.getByRole('link', { name: 'Back to home' }));
      expect(window.location.pathname).toBe('/');
    },
  );

  it('that is none says so, in Korean too, and shows a way home [ROUTE-6]', async () => {
    openApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    startI18n('ko');
    expect(await screen.findByRole('heading', { name: '페이지를 찾을 수 없어요' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '홈으로 돌아가기' }));
    expect(window.location.pathname).toBe('/');
  });
});

describe('a screen that breaks', () => {
  it('says what happened and offers to reload, and the top bar still leads home', async () => {
    host.current.member = MINA;
    openApp('/main/13');
    const crash = await screen.findByRole('alert');
    expect(crash).toHaveTextContent('Something went wrong');
    expect(crash).toHaveTextContent('What happened: the canvas has burst');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();

    await userEvent.click(screen.getByRole('link', { name: 'Mulgil home' }));
    expect(await screen.findByText('Hello Mina')).toBeVisible();
  });
});
