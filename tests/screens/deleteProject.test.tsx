import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();
const updatedAt = new Date().toISOString();

beforeEach(() => {
  host.current.member = MINA;
  host.current.projects = [
    { projectId: 7, name: 'Rivers', updatedAt, thumbnail: null },
    { projectId: 8, name: 'Seas', updatedAt, thumbnail: null },
  ];
});

const askToDelete = async (name: string): Promise<HTMLElement> => {
  openApp('/');
  await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  return screen.getByRole('dialog', { name: `${name} Delete Project` });
};
const entry = (projectId: string | number) => ({ projectId, thumbnail: 'data:image/png;base64,AA==', timestamp: 1 });
const timesListed = (): number => host.current.calls.filter(({ call }) => call === 'GET /projects').length;
const wasAsked = (call: string): boolean => host.current.calls.some((each) => each.call === call);

describe('deleting a project', () => {
  it('asks for a confirmation that names the project [DELETE-1] [PROJ-7]', async () => {
    const modal = await askToDelete('Rivers');
    expect(modal).toHaveTextContent('Are you sure you want to delete this project?');
    expect(modal).toHaveTextContent('Once deleted, the project cannot be recovered.');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('asks in Korean', async () => {
    startI18n('ko');
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Rivers 삭제' }));
    const modal = screen.getByRole('dialog', { name: 'Rivers 프로젝트 삭제' });
    expect(modal).toHaveTextContent('이 프로젝트를 삭제할까요?삭제한 프로젝트는 되돌릴 수 없어요.');
  });

  it('does not happen after Cancel [DELETE-2]', async () => {
    await askToDelete('Rivers');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Rivers/ })).toBeVisible();
    expect(wasAsked('DELETE /projects/7')).toBe(false);
  });

  it.each([
    ['a string', '7'],
    ['a number', 7],
  ])('takes the project, its picture kept under %s and its card away [DELETE-3] [PROJ-9]', async (_, projectId) => {
    localStorage.setItem('flow-thumbnails', JSON.stringify([entry(projectId), entry('8')]));
    await askToDelete('Rivers');
    const before = timesListed();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(wasAsked('DELETE /projects/7')).toBe(true);
    expect(timesListed()).toBe(before + 1);
    await waitFor(() => expect(screen.queryByRole('link', { name: /Rivers/ })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: /Seas/ })).toBeVisible();
    expect(JSON.parse(localStorage.getItem('flow-thumbnails') ?? '')).toMatchObject([{ projectId: '8' }]);
    expect(screen.getByRole('heading', { name: 'My Projects' })).toHaveFocus();
  });

  it('leaves the question about another project open, which was asked meanwhile', async () => {
    const stores = openApp('/');
    let answer: (() => void) | undefined;
    vi.spyOn(stores.actions, 'deleteProject').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Rivers' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete Seas' }));
    await act(async () => answer?.());
    expect(screen.getByRole('dialog', { name: 'Seas Delete Project' })).toBeVisible();
  });

  it('leaves the focus and a name that is being typed alone when its question was cancelled meanwhile', async () => {
    const stores = openApp('/');
    let answer: (() => void) | undefined;
    vi.spyOn(stores.actions, 'deleteProject').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Rivers' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename Seas' }));
    await userEvent.keyboard('Oce');
    await act(async () => answer?.());
    expect(screen.getByRole('textbox', { name: 'Project name' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Project name' })).toHaveValue('Oce');
  });

  it('gives the focus to the heading when it takes the card that has it, after its question was cancelled', async () => {
    host.current.slow.add('DELETE /projects/7');
    await askToDelete('Rivers');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Delete Rivers' })).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('link', { name: /Rivers/ })).not.toBeInTheDocument(), {
      timeout: 5000,
    });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'My Projects' })).toHaveFocus());
  });

  it('that fails is logged, said in the modal and can be tried again [DELETE-4]', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    host.current.broken.add('DELETE /projects/7');
    const modal = await askToDelete('Rivers');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The project could not be deleted. Please try again.');
    expect(log).toHaveBeenCalledWith('error while saving project', expect.anything());
    expect(modal).toBeVisible();

    host.current.broken.clear();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(modal).not.toBeInTheDocument());
  });
});
