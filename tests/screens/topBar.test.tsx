import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SaveStore } from '../../src/stores/sync/SaveStore';
import type { RootStore } from '../../src/stores/RootStore';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  host.current.member = MINA;
});

const openProject = async (name: string): Promise<RootStore> => {
  const stores = openApp('/main/7');
  await screen.findByText('The canvas of project 7');
  await act(() => stores.project.open(7, name, MINA.memberId));
  return stores;
};
const title = (): HTMLElement => screen.getByRole('button', { name: /^Rename project/ });
const startEditing = async (): Promise<HTMLElement> => {
  await userEvent.click(title());
  return screen.getByRole('textbox', { name: 'Project name' });
};
const sentName = (): unknown => host.current.bodyOf('PUT /projects/7/name');

describe('the top bar', () => {
  it('leads home by the logo and the name of the product [SHELL-1] [LANG-9]', async () => {
    openApp('/signin');
    const home = screen.getByRole('link', { name: 'Mulgil home' });
    expect(home).toHaveTextContent('Mulgil');
    expect(home.querySelector('svg')).toBeVisible();

    await userEvent.click(home);
    expect(window.location.pathname).toBe('/');
    await userEvent.click(screen.getByRole('button', { name: 'KO' }));
    expect(screen.getByRole('link', { name: '물길 홈' })).toHaveTextContent('물길');
  });

  it('knows of no project at first, then of the one that is set [SHELL-5]', () => {
    const { project } = openApp('/main/7');
    expect([project.pid, project.projectName]).toEqual([null, null]);
    expect(screen.queryByRole('button', { name: /^Rename project/ })).not.toBeInTheDocument();

    act(() => {
      project.setPid(7);
      project.setProjectName('Rivers');
    });
    expect([project.pid, project.projectName]).toEqual([7, 'Rivers']);
    expect(title()).toHaveTextContent('Rivers');

    act(() => {
      project.setPid(null);
      project.setProjectName(null);
    });
    expect([project.pid, project.projectName]).toEqual([null, null]);
  });
});

describe("the project's name in the top bar", () => {
  it('is only over the canvas [TITLE-1]', async () => {
    const { project } = await openProject('Rivers');
    expect(title()).toHaveTextContent('Rivers');

    await userEvent.click(screen.getByRole('link', { name: 'Mulgil home' }));
    expect([window.location.pathname, project.projectName]).toEqual(['/', 'Rivers']);
    expect(screen.queryByRole('button', { name: /^Rename project/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Rivers')).not.toBeInTheDocument();
  });

  it('is edited in place after a click [TITLE-2]', async () => {
    await openProject('Rivers');
    const field = await startEditing();
    expect(field).toHaveValue('Rivers');
    expect(field).toHaveFocus();
    expect(within(screen.getByRole('banner')).getByRole('textbox')).toBe(field);
  });

  it('names the tab as well, in the language of the moment, until the canvas is left [LANG-9]', async () => {
    const stores = await openProject('Rivers');
    expect(document.title).toBe('Rivers – Mulgil');
    await userEvent.click(screen.getByRole('button', { name: 'KO' }));
    expect(document.title).toBe('Rivers – 물길');
    await act(() => stores.project.rename(''));
    expect(document.title).toBe('제목 없음 – 물길');

    act(() => stores.project.close());
    expect(document.title).toBe('물길');
  });

  it('is kept, trimmed, by Enter [TITLE-3] [TITLE-7]', async () => {
    await openProject('Rivers');
    const field = await startEditing();
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, '  Deep rivers  {Enter}');
    expect(field).not.toBeInTheDocument();
    expect(title()).toHaveTextContent('Deep rivers');
    await waitFor(() => expect(sentName()).toEqual({ name: 'Deep rivers' }));
    await waitFor(() => expect(title()).toHaveFocus());
  });

  it('is kept, trimmed, by leaving the field [TITLE-4]', async () => {
    await openProject('Rivers');
    const field = await startEditing();
    await userEvent.type(field, ' and seas  ');
    await userEvent.click(document.body);
    expect(field).not.toBeInTheDocument();
    expect(title()).toHaveTextContent('Rivers and seas');
    await waitFor(() => expect(sentName()).toEqual({ name: 'Rivers and seas' }));
    expect(host.current.calls.filter(({ call }) => call === 'PUT /projects/7/name')).toHaveLength(1);
  });

  it('comes back by Escape [TITLE-5]', async () => {
    await openProject('Rivers');
    const field = await startEditing();
    await userEvent.type(field, ' and nothing{Escape}');
    expect(field).not.toBeInTheDocument();
    expect(title()).toHaveTextContent('Rivers');
    expect(sentName()).toBeUndefined();
  });

  it('may be emptied, and is then shown as Untitled, in grey [TITLE-6]', async () => {
    const { project } = await openProject('Rivers');
    expect(title().className).not.toMatch(/untitled/);
    await userEvent.clear(await startEditing());
    await userEvent.keyboard('{Enter}');
    expect(project.projectName).toBe('');
    expect(title()).toHaveTextContent('Untitled');
    expect(title().className).toMatch(/untitled/);
    await waitFor(() => expect(sentName()).toEqual({ name: '' }));
  });

  it('is never cut while a Korean word is being composed', async () => {
    await openProject('Rivers');
    const field = await startEditing();
    fireEvent.change(field, { target: { value: '가을' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    expect(field).toBeInTheDocument();
    expect(field).toHaveValue('가을');

    fireEvent.keyDown(field, { key: 'Enter' });
    expect(title()).toHaveTextContent('가을');
  });
});

const showing = async (phase: SaveStore['phase']): Promise<HTMLElement> => {
  const { save } = await openProject('Rivers');
  act(() => save.setPhase(phase));
  return within(screen.getByRole('banner')).getByRole('status');
};

describe('the save state', () => {
  it.each([
    ['saved', 'Saved'],
    ['saving', 'Saving'],
    ['offline', 'Offline, kept on this device'],
    ['retrying', 'Could not save, retrying'],
    ['serverFull', 'The server is full, kept on this device'],
    ['full', 'Your storage is full, kept on this device'],
    ['gone', 'Deleted elsewhere: keep mine'],
  ] as const)('says %s politely, and nothing pops up [SHELL-6]', async (state, words) => {
    const region = await showing(state);
    expect(region).toHaveTextContent(words);
    expect(region).toHaveAttribute('aria-live', 'polite');
    expect(screen.queryByRole('progressbar', { hidden: true })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leads to the sign-in page in a new tab, so that the canvas stays [SHELL-6] [SHELL-4]', async () => {
    await showing('signIn');
    const link = screen.getByRole('link', { name: 'Sign in to go on saving' });
    expect(link).toHaveAttribute('href', '/signin');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('offers what could not be put back as a file [SHELL-6]', async () => {
    const { save } = await openProject('Rivers');
    act(() => save.setAside(true));
    expect(screen.getByRole('button', { name: 'Work set aside: save as a file' })).toBeVisible();
  });

  it('leads to the conflict copy [SHELL-6] [SHELL-4]', async () => {
    const { save } = await openProject('Rivers');
    act(() => save.keepCopy(12));
    await userEvent.click(screen.getByRole('link', { name: 'Your copy was kept' }));
    expect(await screen.findByText('The canvas of project 12')).toBeVisible();
  });

  it('says of a deleted project first that it was deleted, and leads to the copy [SHELL-6] [SHELL-4]', async () => {
    const { save } = await openProject('Rivers');
    act(() => {
      save.setPhase('gone');
      save.keepCopy(12);
    });
    await userEvent.click(screen.getByRole('link', { name: 'Deleted elsewhere: open my copy' }));
    expect(await screen.findByText('The canvas of project 12')).toBeVisible();
  });
});
