import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '../../src/api';
import type { ProjectSummary } from '../../src/api/contract';
import { startI18n } from '../../src/i18n/startI18n';
import { ProjectCard } from '../../src/screens/dashboard/ProjectCard';
import { StoresProvider } from '../../src/screens/StoresContext';
import { createStores } from '../../src/stores/RootStore';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

const HOUR_MS = 3_600_000;
const LOCAL_PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const project = (given: Partial<ProjectSummary>): ProjectSummary => ({
  projectId: 7,
  name: 'Rivers',
  updatedAt: hoursAgo(3),
  thumbnail: null,
  ...given,
});

const cards = async (): Promise<readonly HTMLElement[]> => screen.findAllByRole('article');

beforeEach(() => {
  host.current.member = MINA;
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('a member at the dashboard', () => {
  it('is greeted by name, with their picture at 256 [DASH-1] [DASH-3] [MEMBER-1]', async () => {
    openApp('/');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Hello Mina' });
    expect(heading.nextElementSibling).toHaveTextContent('What kind of flow will you create today?');
    expect(screen.getByRole('img', { name: 'Your picture' })).toHaveAttribute(
      'src',
      'https://pictures.test/mina=s256-c',
    );
  });

  it('a member who came without a line is known as soon as there is one', async () => {
    host.current.broken.add('GET /member').add('GET /projects');
    host.current.projects = [project({})];
    onTestFinished(openApp('/').start());
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();

    host.current.broken.clear();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello Mina' })).toBeVisible();
    expect(await cards()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Account of Mina' })).toBeVisible();
  });

  it('is greeted in Korean [TIME-6]', async () => {
    startI18n('ko');
    host.current.projects = [project({})];
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: '안녕하세요, Mina님' })).toBeVisible();
    expect(await screen.findByText('최근 수정: 3시간 전')).toBeVisible();
  });

  it.each(['My Page', '+ View all my projects'])(
    'learns from %s that it is being built [DASH-5] [PROJ-1] [TOAST-6]',
    async (button) => {
      openApp('/');
      await userEvent.click(await screen.findByRole('button', { name: button }));
      expect(await screen.findByText('Currently under development')).toBeVisible();
      expect(screen.getByText('This feature is currently under preparation.')).toBeVisible();
      expect(screen.getByRole('progressbar')).toHaveStyle({ animationDuration: '2000ms' });
      expect(window.location.pathname).toBe('/');
    },
  );

  it('finds their projects before the galleries, the create tile first [DASH-8] [PROJ-1] [PROJ-2]', async () => {
    host.current.projects = [project({}), project({ projectId: 8, name: 'Seas', updatedAt: hoursAgo(5) })];
    openApp('/');
    await cards();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['My Projects', 'Explore AI models']);
    const items = within(screen.getByRole('region', { name: 'My Projects' })).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('Create a new project');
    expect(items[1]).toHaveTextContent('Rivers');
    expect(items[2]).toHaveTextContent('Seas');
    expect(items).toHaveLength(3);
  });

  it('reads on a card its name and when it was modified, and opens it by a click [PROJ-5] [PROJ-6]', async () => {
    host.current.projects = [project({})];
    openApp('/');
    const [card] = await cards();
    expect(card).toHaveTextContent('Rivers');
    expect(card).toHaveTextContent('Last modified: 3 hours ago');
    await userEvent.click(within(card as HTMLElement).getByRole('link'));
    expect(window.location.pathname).toBe('/main/7');
    expect(await screen.findByText('The canvas of project 7')).toBeVisible();
  });

  it('reads Untitled, in grey, for a project whose name was emptied [TITLE-6]', async () => {
    host.current.projects = [project({ name: '' })];
    openApp('/');
    await cards();
    expect(screen.getByText('Untitled').className).toMatch(/untitled/);
  });

  it("sees a project's picture from the API's own host [THUMB-13]", () => {
    const stores = createStores({
      api: createApi('https://api.mulgil.test'),
      notify: () => undefined,
      announce: () => undefined,
      alert: () => undefined,
      readPicture: async (file) => file,
    });
    const show = (thumbnail: string): string | null => {
      const { container, unmount } = render(
        <StoresProvider stores={stores}>
          <ProjectCard project={project({ thumbnail })} now={new Date()} />
        </StoresProvider>,
      );
      const source = container.querySelector('img')?.getAttribute('src') ?? null;
      unmount();
      return source;
    };
    expect(show('/files/river.png')).toBe('https://api.mulgil.test/files/river.png');
    expect(show(LOCAL_PICTURE)).toBe(LOCAL_PICTURE);
  });

  it("sees a project's picture, and a drawing where there is none or it does not load [PROJ-3]", async () => {
    host.current.projects = [
      project({ thumbnail: '/files/river.png' }),
      project({ projectId: 8, thumbnail: LOCAL_PICTURE }),
      project({ projectId: 9 }),
    ];
    openApp('/');
    const pictures = (await cards()).map((card) => card.querySelector('img'));
    expect(pictures[0]?.getAttribute('src')).toMatch(/\/files\/river\.png$/);
    expect(pictures[1]).toHaveAttribute('src', LOCAL_PICTURE);
    expect(pictures[2]).toBeNull();
    expect(screen.getAllByTestId('blank-thumbnail')).toHaveLength(1);

    fireEvent.error(pictures[0] as HTMLElement);
    expect(screen.getAllByTestId('blank-thumbnail')).toHaveLength(2);
  });

  it.each([
    ['where the host has none', null, -HOUR_MS, LOCAL_PICTURE],
    ['where it is less than ten seconds older than the last change', '/files/hosts.png', -9_999, LOCAL_PICTURE],
    ['no longer at ten seconds', '/files/hosts.png', -10_000, '/files/hosts.png'],
  ])('sees the picture that this device took %s [PROJ-8] [PROJ-9]', async (_, thumbnail, afterMs, shown) => {
    const updatedAt = hoursAgo(3);
    const timestamp = Date.parse(updatedAt) + afterMs;
    const taken = [7, '8'].map((projectId) => ({ projectId, thumbnail: LOCAL_PICTURE, timestamp }));
    localStorage.setItem('flow-thumbnails', JSON.stringify(taken));
    host.current.projects = [7, 8].map((projectId) => project({ projectId, thumbnail, updatedAt }));
    openApp('/');
    const sources = (await cards()).map((card) => card.querySelector('img')?.getAttribute('src'));
    expect(sources).toEqual([expect.stringContaining(shown), expect.stringContaining(shown)]);
  });

  it('reads of a card that time goes by [TIME-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    host.current.projects = [project({ updatedAt: new Date(Date.now() - 5 * 60_000).toISOString() })];
    openApp('/');
    expect((await cards())[0]).toHaveTextContent('Last modified: 5 minutes ago');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByRole('article')).toHaveTextContent('Last modified: 6 minutes ago');
  });
});
