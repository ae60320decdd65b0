import { screen, waitFor } from '@testing-library/react';
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
  it('of a project opens its canvas for a member', async () => {
    host.current.member = MINA;
    openApp('/main/7');
    expect(await screen.findByText('The canvas of project 7')).toBeVisible();
  });

  it('of a project sends a visitor to log in', async () => {
    openApp('/main/7');
    expect(await screen.findByText('Login Required✨')).toBeVisible();
    expect(screen.queryByText('The canvas of project 7')).not.toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/signin'), { timeout: 4000 });
  });

  it('of a project opens the canvas while nobody can say who is there', async () => {
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
    await stores.queryClient.invalidateQueries({ queryKey: ['member'] });
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(screen.getByText('The canvas of project 7')).toBeVisible();
  });

  it.each(['/main/rivers', '/main/0', '/main/-7', '/main/7.5', '/main/99999999999999999999'])(
    '%s is no project, and a way home is shown',
    async (address) => {
      openApp(address);
      expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeVisible();
      await userEvent.click(screen.getByRole('link', { name: 'Back to home' }));
      expect(window.location.pathname).toBe('/');
    },
  );

  it('that is none says so, in Korean too', async () => {
    openApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    startI18n('ko');
    expect(await screen.findByRole('heading', { name: '페이지를 찾을 수 없어요' })).toBeVisible();
    expect(screen.getByRole('link', { name: '홈으로 돌아가기' })).toBeVisible();
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
