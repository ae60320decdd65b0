import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProjectSummary } from '../../src/api/contract';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

const HOUR_MS = 3_600_000;
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
  it('is greeted by name, with their picture at 256', async () => {
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello Mina' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your picture' })).toHaveAttribute(
      'src',
      'https://pictures.test/mina=s256-c',
    );
  });

  it('is greeted in Korean', async () => {
    startI18n('ko');
    host.current.projects = [project({})];
    openApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: '안녕하세요, Mina님' })).toBeVisible();
    expect(await screen.findByText('최근 수정: 3시간 전')).toBeVisible();
  });

  it.each(['My Page', '+ View all my projects'])('learns from %s that it is being built', async (button) => {
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText('Currently under development')).toBeVisible();
    expect(screen.getByText('This feature is currently under preparation.')).toBeVisible();
  });

  it('finds their projects before the galleries, the create tile first', async () => {
    host.current.projects = [project({}), project({ projectId: 8, name: 'Seas', updatedAt: hoursAgo(5) })];
    openApp('/');
    await cards();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['My Projects', 'Explore AI models']);
    const items = within(screen.getByRole('region', { name: 'My Projects' })).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('Create a new project');
    expect(items[1]).toHaveTextContent('Rivers');
    expect(items[2]).toHaveTextContent('Seas');
  });

  it('reads on a card its name and when it was modified, and opens it by a click', async () => {
    host.current.projects = [project({})];
    openApp('/');
    const [card] = await cards();
    expect(card).toHaveTextContent('Rivers');
    expect(card).toHaveTextContent('Last modified: 3 hours ago');
    expect(within(card as HTMLElement).getByRole('link')).toHaveAttribute('href', '/main/7');
  });

  it('reads Untitled for a project whose name was emptied', async () => {
    host.current.projects = [project({ name: '' })];
    openApp('/');
    expect((await cards())[0]).toHaveTextContent('Untitled');
  });

  it("sees a project's picture, and a drawing where there is none", async () => {
    host.current.projects = [project({ thumbnail: '/files/river.png' }), project({ projectId: 8 })];
    openApp('/');
    const [pictured, blank] = await cards();
    expect(pictured?.querySelector('img')?.getAttribute('src')).toMatch(/\/files\/river\.png$/);
    expect(within(blank as HTMLElement).getByTestId('blank-thumbnail')).toBeInTheDocument();
  });

  it('sees the picture this device took last where the host has an older one', async () => {
    const thumbnail = 'data:image/png;base64,iVBORw0KGgo=';
    localStorage.setItem('flow-thumbnails', JSON.stringify([{ projectId: 7, thumbnail, timestamp: Date.now() }]));
    host.current.projects = [project({ thumbnail: '/files/older.png' })];
    openApp('/');
    expect((await cards())[0]?.querySelector('img')).toHaveAttribute('src', thumbnail);
  });
});
