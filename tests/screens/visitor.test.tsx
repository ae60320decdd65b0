import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../../src/i18n/en';
import { startI18n } from '../../src/i18n/startI18n';
import { systemClock } from '../../src/stores/browserPorts';
import { GALLERIES, modelsOf } from '../../src/stores/catalogue';
import { useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const names = (elements: readonly HTMLElement[]): readonly (string | null)[] =>
  elements.map((element) => element.textContent);

const callsOf = (call: string): number => host.current.calls.filter((each) => each.call === call).length;

const gallery = async (name: string) => within(await screen.findByRole('region', { name }));

const models = async (section: string) =>
  names((await gallery(section)).getAllByRole('link')).map((each) => each?.replace('(opens in a new tab)', ''));

describe('a visitor at the dashboard', () => {
  it('waits a moment, looking at skeletons, and is then greeted [DASH-2] [DASH-3] [DASH-4] [MEMBER-3]', async () => {
    const since = performance.now();
    openApp('/', undefined, systemClock);
    expect(screen.getByTestId('dashboard-skeleton')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Loading...' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();

    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
    expect(performance.now() - since).toBeGreaterThanOrEqual(390);
    expect(screen.queryByTestId('dashboard-skeleton')).not.toBeInTheDocument();
    expect(screen.getByText('What kind of flow will you create today?')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', '/avatar.svg');
  });

  it('goes to the sign-in page by the Log in button, which is where members have theirs [DASH-6]', async () => {
    openApp('/');
    const logIn = await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByRole('button', { name: 'My Page' })).not.toBeInTheDocument();
    await userEvent.click(logIn);
    expect(window.location.pathname).toBe('/signin');
    expect(await screen.findByRole('button', { name: 'Log in with Google' })).toBeVisible();
  });

  it('sees the galleries first, then their own empty corner [DASH-8] [ROLE-1]', async () => {
    openApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(names(screen.getAllByRole('heading', { level: 2 }))).toEqual(['Explore AI models', 'My Projects']);
    expect(screen.queryAllByRole('article')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Create a new project' })).toBeVisible();
  });

  it('finds every model of the catalogue, and Sonantic, in four galleries [GALLERY-1] [GALLERY-5] [GALLERY-6]', async () => {
    openApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(names(screen.getAllByRole('heading', { level: 3 }))).toEqual(['Text', 'Image', 'Video', 'Audio']);
    expect(modelsOf('audio').map(({ name }) => name)).not.toContain('Sonantic');
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
  });

  it("finds on each model's card a picture, and behind it the vendor's site in a new tab [GALLERY-4]", async () => {
    openApp('/');
    await screen.findByRole('heading', { level: 1 });
    const links = (await Promise.all(['Text', 'Image', 'Video', 'Audio'].map(gallery))).flatMap((section) =>
      section.getAllByRole('link'),
    );
    expect(links.map((link) => link.getAttribute('href'))).toEqual(GALLERIES.map(({ url }) => url));
    for (const link of links) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link.getAttribute('rel')).toContain('noopener');
      expect(link.getAttribute('href')).toMatch(/^https:\/\/[a-z.]+\//);
      expect(link.querySelector('svg rect')).toBeInTheDocument();
    }
  });

  it.each(['Text', 'Image', 'Video', 'Audio'])(
    'learns that more of %s is not there yet [GALLERY-2] [TOAST-6]',
    async (of) => {
      openApp('/');
      const more = within(await screen.findByRole('region', { name: of })).getByRole('button');
      expect(more).toHaveTextContent('+ more');
      await userEvent.click(more);
      expect(await screen.findByText('Currently under development')).toBeVisible();
      expect(screen.getByText('This feature is currently under preparation.')).toBeVisible();
      expect(screen.getByRole('progressbar')).toHaveStyle({ animationDuration: '2000ms' });
      expect(window.location.pathname).toBe('/');
    },
  );

  it('a visitor who wants to create is told to log in, and after two seconds is brought there [ROLE-2]', async () => {
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
    expect(callsOf('POST /projects')).toBe(0);
  });

  it.each([[401], [500]])(
    'is anybody whom the host answers with %i, which is asked once [MEMBER-2] [ROUTE-8]',
    async (status) => {
      if (status === 500) host.current.broken.add('GET /member').add('GET /projects');
      openApp('/');
      expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
      expect(window.location.pathname).toBe('/');
      expect(callsOf('GET /member')).toBe(1);
    },
  );

  it('has the project list asked for too, and no project when that is refused [ROLE-4]', async () => {
    openApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(callsOf('GET /projects')).toBe(1);
    await waitFor(() => expect(console.warn).toHaveBeenCalledWith('failed to load projects', expect.anything()));
    expect(screen.queryAllByRole('article')).toEqual([]);
  });

  it('reads Korean, without the divider of the English title, until they choose otherwise [DASH-7] [LANG-3] [LANG-4] [LANG-9]', async () => {
    startI18n('ko');
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: '안녕하세요' })).toBeVisible();
    expect(screen.getByText('오늘은 어떤 플로우를 만들어 볼까요?')).toBeVisible();
    expect(screen.queryByRole('separator')).not.toBeInTheDocument();
    const top = within(screen.getByRole('main')).getByText('물길');
    expect(top.closest('header')?.querySelector('svg')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'EN' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
    const lines = screen.getByRole('separator').parentElement?.children ?? [];
    expect([...lines].map(({ tagName, textContent }) => textContent || tagName)).toEqual([
      'Mulgil',
      'Words and pictures',
      'HR',
      'flow through pipes',
    ]);
    expect(localStorage.getItem('i18nextLng')).toBe('en');
    expect(document.documentElement.lang).toBe('en');
  });

  it('reads on in Korean where English cannot be loaded, hears why, and may choose it again [LANG-3]', async () => {
    startI18n('ko');
    i18next.removeResourceBundle('en', 'translation');
    onTestFinished(() => void i18next.addResourceBundle('en', 'translation', en));
    let isReachable = false;
    vi.doMock('../../src/i18n/en', () => {
      if (!isReachable) throw new Error('no network');
      return { en };
    });
    onTestFinished(() => {
      vi.doUnmock('../../src/i18n/en');
    });
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'EN' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('언어를 불러오지 못했어요');
    expect(document.documentElement.lang).toBe('ko');
    expect(localStorage.getItem('i18nextLng')).toBe('ko');

    isReachable = true;
    await userEvent.click(screen.getByRole('button', { name: 'EN' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
  });

  it('reads the year at the foot of the page [DASH-9]', async () => {
    openApp('/');
    const foot = await screen.findByRole('contentinfo');
    expect(foot).toHaveTextContent(`© ${new Date().getFullYear()} Mulgil. All rights reserved.`);
  });
});
