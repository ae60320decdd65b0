import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const names = (elements: readonly HTMLElement[]): readonly (string | null)[] =>
  elements.map((element) => element.textContent);

const gallery = async (name: string) => within(await screen.findByRole('region', { name }));

const models = async (section: string) =>
  names((await gallery(section)).getAllByRole('link')).map((each) => each?.replace('(opens in a new tab)', ''));

describe('a visitor at the dashboard', () => {
  it('waits a moment, looking at skeletons, and is then greeted', async () => {
    const since = performance.now();
    openApp('/');
    expect(screen.getByTestId('dashboard-skeleton')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();

    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
    expect(performance.now() - since).toBeGreaterThanOrEqual(390);
    expect(screen.queryByTestId('dashboard-skeleton')).not.toBeInTheDocument();
    expect(screen.getByText('What kind of flow will you create today?')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', '/avatar.svg');
    expect(screen.queryByRole('button', { name: 'My Page' })).not.toBeInTheDocument();
  });

  it('goes to the sign-in page by the Log in button', async () => {
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(window.location.pathname).toBe('/signin');
    expect(await screen.findByRole('button', { name: 'Log in with Google' })).toBeVisible();
  });

  it('sees the galleries first, then their own empty corner', async () => {
    openApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(names(screen.getAllByRole('heading', { level: 2 }))).toEqual(['Explore AI models', 'My Projects']);
    expect(screen.queryAllByRole('article')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Create a new project' })).toBeVisible();
  });

  it('finds every model of the catalogue, each leading to its vendor in a new tab', async () => {
    openApp('/');
    expect(await models('Text')).toEqual([
      'Gemini 2.5 Flash',
      'GPT-5',
      'Claude 3.5 Sonnet',
      'Llama 3 100B',
      'Mistral Large',
    ]);
    expect(await models('Image')).toEqual([
      'Ready to useGemini-2.5-flash',
      'DALL-E 4',
      'Midjourney v7',
      'Stable Diffusion XL',
      'Adobe Firefly 2.0',
    ]);
    expect(await models('Video')).toEqual(['Runway ML', 'Synthesia', 'SkyReels', 'Descript', 'Kaiber']);
    expect(await models('Audio')).toEqual(['ElevenLabs', 'Murf AI', 'Resemble AI', 'Descript', 'Play.ht', 'Sonantic']);
    for (const link of (await gallery('Text')).getAllByRole('link')) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link.getAttribute('rel')).toContain('noopener');
      expect(link.getAttribute('href')).toMatch(/^https:\/\//);
    }
  });

  it('learns that more models are not there yet', async () => {
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: '+ more: Video' }));
    expect(await screen.findByText('Currently under development')).toBeVisible();
    expect(screen.getByText('This feature is currently under preparation.')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveStyle({ animationDuration: '2000ms' });
  });

  it('who wants to create is told to log in, and after two seconds is brought there', async () => {
    openApp('/');
    const create = await screen.findByRole('button', { name: 'Create a new project' });
    const since = performance.now();
    await userEvent.click(create);
    expect(await screen.findByText('Login Required✨')).toBeVisible();
    expect(screen.getByText('Please log in to access this feature.')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveStyle({ animationDuration: '1600ms' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(window.location.pathname).toBe('/');

    await waitFor(() => expect(window.location.pathname).toBe('/signin'), { timeout: 4000 });
    expect(performance.now() - since).toBeGreaterThanOrEqual(1950);
  });

  it('reads the dashboard of a host that is down as a visitor', async () => {
    host.current.broken.add('GET /member').add('GET /projects');
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
  });

  it('reads Korean unless they choose otherwise', async () => {
    startI18n('ko');
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: '안녕하세요' })).toBeVisible();
    expect(screen.getByText('오늘은 어떤 플로우를 만들어 볼까요?')).toBeVisible();
    expect(screen.queryByRole('separator')).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'EN' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
    expect(screen.getByRole('separator')).toBeInTheDocument();
    expect(localStorage.getItem('i18nextLng')).toBe('en');
    expect(document.documentElement.lang).toBe('en');
  });

  it('reads the year at the foot of the page', async () => {
    openApp('/');
    const foot = await screen.findByRole('contentinfo');
    expect(foot).toHaveTextContent(`© ${new Date().getFullYear()} Mulgil. All rights reserved.`);
  });
});
