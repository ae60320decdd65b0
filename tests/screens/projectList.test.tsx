import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProjectSummary } from '../../src/api/contract';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { memoryRecords, openApp } from './support/openApp';

const host = useFakeHost();

const project = (projectId: number, name: string): ProjectSummary => ({
  projectId,
  name,
  updatedAt: new Date(Date.now() - projectId * 60_000).toISOString(),
  thumbnail: null,
});

/** Records of a browser in which these projects were open. */
async function recordsWith(...projects: readonly ProjectSummary[]) {
  const records = memoryRecords();
  const base = { revision: 1, memberId: MINA.memberId };
  for (const { projectId: pid, name, updatedAt: timestamp } of projects) {
    const canvas = '{"nodes":[],"edges":[],"viewport":{"x":0,"y":0,"zoom":1}}';
    await records.setAll({
      [`whole/${pid}/m1`]: { pid, name, timestamp, canvas, revision: 1 },
      [`journal/${pid}/m1`]: { ...base, pid, timestamp, patches: '[]', sending: null },
    });
  }
  await records.setAll({ lastMember: MINA });
  return records;
}

const cardNames = (region: string): readonly (string | null)[] =>
  within(screen.getByRole('region', { name: region }))
    .queryAllByRole('article')
    .map((card) => within(card).getByRole('link').querySelector('[title]')?.textContent ?? null);

/** A window in which the test brings the end of the list near. */
function watchEnds() {
  const tells: IntersectionObserverCallback[] = [];
  const near = { isIntersecting: true } as IntersectionObserverEntry;
  class Observer {
    constructor(tell: IntersectionObserverCallback) {
      tells.push(tell);
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { near: () => tells.at(-1)?.([near], {} as IntersectionObserver) };
}

const NOT_READ = 'Your projects could not be loaded.';
const listCalls = (): readonly string[] =>
  host.current.calls.filter(({ call }) => call === 'GET /projects').map(({ query }) => query);

beforeEach(() => {
  host.current.member = MINA;
  host.current.projects = [project(7, 'Rivers'), project(8, 'Seas'), project(9, 'Amber')];
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('a list of projects that cannot be read', () => {
  it('leaves the galleries in place, says so in a line, and is requested again there [HOME-1]', async () => {
    host.current.broken.add('GET /projects');
    openApp('/');
    expect(await screen.findByText(NOT_READ)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Explore AI models' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create a new project' })).toBeVisible();
    expect(cardNames('My Projects')).toEqual([]);
    expect(screen.queryByRole('region', { name: 'On this device' })).not.toBeInTheDocument();

    const again = screen.getByRole('button', { name: 'Try again' });
    await waitFor(() => expect(again).toBeEnabled());
    host.current.broken.clear();
    await userEvent.click(again);
    expect(await screen.findByText('Rivers')).toBeVisible();
    expect(screen.queryByText(NOT_READ)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'My Projects' })).toHaveFocus();
  });

  it('lets the projects be opened that are on this device, searched and in order [HOME-2]', async () => {
    host.current.broken.add('GET /projects');
    const records = await recordsWith(project(9, 'Amber'), project(7, 'Rivers'));
    await records.setAll({ 'name/9/m1': 'Ambers' });
    openApp('/', records);
    expect(await screen.findByRole('region', { name: 'On this device' })).toBeVisible();
    expect(cardNames('On this device')).toEqual(['Rivers', 'Ambers']);
    // The list's data is written once, beside the canvases.
    expect(await records.get('head/7/m1')).toMatchObject({ name: 'Rivers' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Name');
    await waitFor(() => expect(cardNames('On this device')).toEqual(['Ambers', 'Rivers']));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search my projects' }), 'RIV');
    await waitFor(() => expect(cardNames('On this device')).toEqual(['Rivers']));
    await userEvent.click(screen.getByRole('link', { name: /Rivers/ }));
    expect(await screen.findByText('The canvas of project 7')).toBeVisible();
  });

  it('is the last member’s while it is unknown who is signed in, above the galleries [HOME-2]', async () => {
    host.current.broken.add('GET /member').add('GET /projects');
    openApp('/', await recordsWith(project(7, 'Rivers')));
    expect(await screen.findByRole('region', { name: 'On this device' })).toBeVisible();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['My Projects', 'On this device', 'Explore AI models']);
  });

  it('is nobody’s, without a line, once the host says that nobody is signed in [HOME-3]', async () => {
    host.current.member = null;
    openApp('/', await recordsWith(project(7, 'Rivers')));
    await screen.findByRole('heading', { name: 'Explore AI models' });
    await waitFor(() => expect(listCalls()).toHaveLength(1));
    expect(screen.queryByText(NOT_READ)).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'On this device' })).not.toBeInTheDocument();
  });

  it('leaves in view what was read before, and says so [HOME-1]', async () => {
    const stores = openApp('/');
    await screen.findByText('Rivers');
    host.current.broken.add('GET /projects');
    act(() => void stores.projects.refresh());
    expect(await screen.findByText(NOT_READ)).toBeVisible();
    expect(cardNames('My Projects')).toEqual(['Rivers', 'Seas', 'Amber']);
  });
});

describe('a server that goes away', () => {
  it('leaves in view what was read before, though it is unknown who is signed in, and greets them once it is back [HOME-1]', async () => {
    const stores = openApp('/');
    await screen.findByText('Rivers');
    host.current.broken.add('GET /projects').add('GET /member');
    act(() => {
      void stores.member.refresh();
      void stores.projects.refresh();
    });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Hello Mina' })).not.toBeInTheDocument());
    expect(await screen.findByText(NOT_READ)).toBeVisible();
    expect(cardNames('My Projects')).toEqual(['Rivers', 'Seas', 'Amber']);

    host.current.broken.clear();
    const seen = new Set<string>();
    const watcher = new MutationObserver(() => seen.add(cardNames('My Projects').join()));
    watcher.observe(document.body, { subtree: true, childList: true });
    expect(await screen.findByRole('heading', { name: 'Hello Mina' })).toBeVisible();
    watcher.disconnect();
    expect([...seen]).toEqual(['Rivers,Seas,Amber']);
  });

  it('asks again who is signed in when it says everything else [HOME-1]', async () => {
    host.current.broken.add('GET /member');
    openApp('/');
    await screen.findByText('Rivers');
    expect(screen.queryByRole('heading', { name: 'Hello Mina' })).not.toBeInTheDocument();
    host.current.broken.clear();
    expect(await screen.findByRole('heading', { name: 'Hello Mina' })).toBeVisible();
  });
});

describe('looking for a project', () => {
  it('goes by a part of its name and by order, kept in the address [HOME-4]', async () => {
    openApp('/?lng=en');
    await screen.findByText('Rivers');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Name');
    await waitFor(() => expect(cardNames('My Projects')).toEqual(['Amber', 'Rivers', 'Seas']));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search my projects' }), ' eA ');
    await waitFor(() => expect(cardNames('My Projects')).toEqual(['Seas']));
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      lng: 'en',
      sort: 'name',
      q: 'eA',
    });
    expect(listCalls()).toEqual(['?limit=60', '?sort=name&limit=60', '?q=eA&sort=name&limit=60']);

    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'lake');
    expect(await screen.findByText('No project has “lake” in its name.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create a new project' })).toBeVisible();
  });

  it('says that nothing has been found only when the server has answered this search [HOME-4]', async () => {
    openApp('/?q=zzz');
    await screen.findByText('No project has “zzz” in its name.');
    host.current.slow.add('GET /projects');
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'Seas');
    await waitFor(() => expect(listCalls().at(-1)).toContain('q=Seas'));
    expect(screen.queryByText(/^No project has/)).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'My Projects' })).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(cardNames('My Projects')).toEqual(['Seas']), { timeout: 5000 });
    expect(screen.getByRole('region', { name: 'My Projects' })).toHaveAttribute('aria-busy', 'false');
  });

  it('begins with the search of the address [HOME-4]', async () => {
    openApp('/?q=r&sort=name');
    await screen.findByText('Rivers');
    expect(cardNames('My Projects')).toEqual(['Amber', 'Rivers']);
    expect(screen.getByRole('searchbox')).toHaveValue('r');
    expect(screen.getByRole('combobox')).toHaveDisplayValue('Name');
    expect(listCalls()).toEqual(['?q=r&sort=name&limit=60']);
  });
});

const manyProjects = (count: number) =>
  Array.from({ length: count }, (_, index) => project(index + 1, `Flow ${index + 1}`));

describe('very many projects', () => {
  it('are read a page at a time, as one comes to the end of those that are there [LIST-5]', async () => {
    host.current.projects = manyProjects(130);
    const ends = watchEnds();
    openApp('/');
    await waitFor(() => expect(cardNames('My Projects')).toHaveLength(60));
    expect(listCalls()).toEqual(['?limit=60']);
    act(() => ends.near());
    await waitFor(() => expect(cardNames('My Projects')).toHaveLength(120));
    await screen.findByRole('button', { name: 'Show more projects' });
    act(() => ends.near());
    await waitFor(() => expect(cardNames('My Projects')).toHaveLength(130));
    expect(listCalls()).toEqual(['?limit=60', '?limit=60&before=60', '?limit=60&before=120']);
    expect(screen.queryByRole('button', { name: 'Show more projects' })).not.toBeInTheDocument();
    expect(cardNames('My Projects')[0]).toBe('Flow 1');
  });

  it('are requested by keys too: the focus goes on at the first of the new ones, and their number is announced [LIST-5]', async () => {
    host.current.projects = manyProjects(70);
    watchEnds();
    openApp('/');
    (await screen.findByRole('button', { name: 'Show more projects' })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('link', { name: /^Flow 61/ })).toHaveFocus());
    expect(await screen.findByText('10 more shown.')).toBeInTheDocument();
  });

  it('are requested while those in view are read again, and come after that reading [LIST-5]', async () => {
    host.current.projects = manyProjects(70);
    watchEnds();
    const stores = openApp('/');
    await screen.findByRole('button', { name: 'Show more projects' });
    host.current.slow.add('GET /projects');
    act(() => void stores.projects.refresh());
    await userEvent.click(screen.getByRole('button', { name: 'Show more projects' }));
    expect(screen.getByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-busy', 'true');
    host.current.slow.clear();
    await waitFor(() => expect(screen.getByRole('link', { name: /^Flow 61/ })).toHaveFocus(), { timeout: 5000 });
  });

  it('take the focus only if they come by the press: not when that has failed and they come later', async () => {
    host.current.projects = manyProjects(70);
    watchEnds();
    const stores = openApp('/');
    const more = await screen.findByRole('button', { name: 'Show more projects' });
    host.current.broken.add('GET /projects');
    await userEvent.click(more);
    await screen.findByText(NOT_READ);
    await waitFor(() => expect(more).not.toHaveAttribute('aria-busy'));
    await userEvent.click(screen.getByRole('searchbox'));
    host.current.broken.clear();
    act(() => void stores.projects.refresh());
    await waitFor(() => expect(cardNames('My Projects')).toHaveLength(70));
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('stay in view when the next page cannot be read, which is requested again there [LIST-5]', async () => {
    host.current.projects = manyProjects(70);
    const ends = watchEnds();
    openApp('/');
    await waitFor(() => expect(cardNames('My Projects')).toHaveLength(60));
    host.current.broken.add('GET /projects');
    act(() => ends.near());
    expect(await screen.findByText(NOT_READ)).toBeVisible();
    expect(cardNames('My Projects')).toHaveLength(60);
    const again = screen.getByRole('button', { name: 'Try again' });
    await waitFor(() => expect(again).toBeEnabled());
    host.current.broken.clear();
    await userEvent.click(again);
    await waitFor(() => expect(cardNames('My Projects')).toHaveLength(70));
  });
});

/** Opens the name for editing in place. */
const rename = async (name: string): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.getByRole('textbox', { name: 'Project name' });
};

describe('at its card', () => {
  it.each(['{Enter}', '{Tab}'])('a project is renamed, kept by %s [HOME-5]', async (key) => {
    openApp('/');
    const field = await rename('Rename Rivers');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Rivers');
    await userEvent.keyboard(` Streams ${key}`);
    expect(await screen.findByText('Streams')).toBeVisible();
    await waitFor(() => expect(host.current.bodyOf('PUT /projects/7/name')).toEqual({ name: 'Streams' }));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Streams' })).toHaveFocus());
  });

  it('Escape brings the old name back, and nothing is sent [HOME-5]', async () => {
    openApp('/');
    await rename('Rename Rivers');
    await userEvent.keyboard('Streams{Escape}');
    expect(screen.getByText('Rivers')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Rivers' })).toHaveFocus());
    expect(host.current.bodyOf('PUT /projects/7/name')).toBeUndefined();
  });

  it('a name that cannot be sent stays, and is sent when the app starts again [HOME-5]', async () => {
    const records = memoryRecords();
    host.current.broken.add('PUT /projects/7/name');
    const stores = openApp('/', records);
    await rename('Rename Rivers');
    await userEvent.keyboard('Streams{Enter}');
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith('the project name could not be saved', expect.anything()),
    );
    const before = listCalls().length;
    await act(() => stores.projects.refresh());
    expect(listCalls()).toHaveLength(before + 1);
    expect(screen.getByText('Streams')).toBeVisible();
    host.current.broken.clear();
    onTestFinished(stores.start());
    await waitFor(() => expect(host.current.projects[0]?.name).toBe('Streams'));
    await waitFor(async () => expect(await records.get('name/7/m1')).toBeUndefined());
  });

  it('a name that an earlier page could not send is in the list before it is sent, and after [HOME-5]', async () => {
    const records = memoryRecords();
    await records.setAll({ lastMember: MINA, 'name/7/m1': 'Streams' });
    host.current.slow.add('PUT /projects/7/name');
    onTestFinished(openApp('/', records).start());
    expect(await screen.findByText('Streams')).toBeVisible();
    expect(host.current.projects[0]?.name).toBe('Rivers');
    await waitFor(() => expect(host.current.projects[0]?.name).toBe('Streams'), { timeout: 3000 });
    await waitFor(async () => expect(await records.get('name/7/m1')).toBeUndefined());
    expect(screen.getByText('Streams')).toBeVisible();
  });

  it('a project is duplicated by mouse or keys, under the next free number [HOME-6]', async () => {
    host.current.projects.push(project(10, 'Rivers (2)'));
    openApp('/');
    (await screen.findByRole('button', { name: 'Duplicate Rivers' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Rivers (3)')).toBeVisible();
    const created = host.current.calls.find(({ call }) => call === 'POST /projects');
    expect(created?.body).toEqual({ name: 'Rivers (3)', canvas: expect.stringContaining('"mine":"kept"') });
    expect(await screen.findByText('Duplicated as Rivers (3).')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Duplicate Rivers' })).toHaveFocus();
  });

  it('a project without a name is duplicated under the words that are shown in its place [HOME-6]', async () => {
    host.current.projects = [project(7, '')];
    startI18n('ko');
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: '제목 없음 복제' }));
    expect(await screen.findByText('제목 없음 (2)')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '제목 없음 복제' }));
    expect(await screen.findByText('제목 없음 (3)')).toBeVisible();
  });

  it('a project that cannot be duplicated says so [HOME-6]', async () => {
    host.current.broken.add('POST /projects');
    startI18n('ko');
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Rivers 복제' }));
    expect(await screen.findByText('프로젝트를 복제하지 못했어요. 다시 시도해 주세요.')).toBeVisible();
    expect(cardNames('내 프로젝트')).toEqual(['Rivers', 'Seas', 'Amber']);
  });
});
