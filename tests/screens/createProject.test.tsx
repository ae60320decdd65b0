import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  host.current.member = MINA;
});

const openModal = async (): Promise<HTMLElement> => {
  openApp('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new project' }));
  return screen.getByRole('dialog', { name: 'Create New Project' });
};
const nameField = (): HTMLElement => screen.getByRole('textbox', { name: 'Project name' });
const pressCreate = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Create' }));

describe('creating a project', () => {
  it('asks for a name in its own words [CREATE-1]', async () => {
    expect(await openModal()).toHaveTextContent(/^Create New ProjectPlease enter a name for your project\..*Create$/);
    expect(nameField()).toHaveAttribute('placeholder', 'Untitled');
    expect(nameField()).toHaveFocus();
  });

  it('asks in Korean too', async () => {
    startI18n('ko');
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: '새 프로젝트 만들기' }));
    expect(screen.getByRole('dialog', { name: '새 프로젝트 만들기' })).toHaveTextContent(
      '프로젝트 이름을 입력해 주세요.',
    );
    expect(screen.getByRole('button', { name: '만들기' })).toBeVisible();
  });

  it('saves it with the trimmed name and an empty canvas, and goes there [CREATE-3] [CREATE-4]', async () => {
    await openModal();
    await userEvent.type(nameField(), '  Autumn posters {Enter}');
    expect(await screen.findByText('The canvas of project 100')).toBeVisible();
    expect(window.location.pathname).toBe('/main/100');
    const sent = host.current.bodyOf('POST /projects') as { name: string; canvas: string };
    expect(sent.name).toBe('Autumn posters');
    expect(JSON.parse(sent.canvas)).toEqual({ nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  });

  it('calls it Untitled when nothing but space was entered [CREATE-3]', async () => {
    await openModal();
    await userEvent.type(nameField(), '   ');
    await pressCreate();
    await screen.findByText('The canvas of project 100');
    expect(host.current.bodyOf('POST /projects')).toMatchObject({ name: 'Untitled' });
  });

  it('closes by a click outside, and nothing was made [CREATE-2]', async () => {
    await userEvent.click(await openModal());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(host.current.bodyOf('POST /projects')).toBeUndefined();
  });

  it('does not lead away somebody who no longer waits for it', async () => {
    const stores = openApp('/');
    let answer: ((projectId: number) => void) | undefined;
    vi.spyOn(stores.actions, 'createProject').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await userEvent.click(await screen.findByRole('button', { name: 'Create a new project' }));
    const modal = screen.getByRole('dialog');
    await pressCreate();
    const create = screen.getByRole('button', { name: 'Create' });
    // A second press, or Enter in the field, makes no second project, and the focus stays in the dialog.
    expect(create).toHaveAttribute('aria-disabled', 'true');
    expect(create).toHaveFocus();
    await userEvent.click(create);
    await userEvent.type(nameField(), '{Enter}');
    expect(stores.actions.createProject).toHaveBeenCalledOnce();
    await userEvent.click(modal);
    await act(async () => answer?.(100));
    expect(window.location.pathname).toBe('/');
  });

  it('leaves the modal open and usable when the host fails, and shows nothing [CREATE-5]', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    host.current.broken.add('POST /projects');
    const modal = await openModal();
    await userEvent.type(nameField(), 'Autumn posters');
    await pressCreate();
    await waitFor(() => expect(warn).toHaveBeenCalledWith('Failed to upload snapshot to server', expect.anything()));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled());
    expect(modal).toBeVisible();
    expect(nameField()).toHaveValue('Autumn posters');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    host.current.broken.clear();
    await pressCreate();
    expect(await screen.findByText('The canvas of project 100')).toBeVisible();
  });

  it('asks for another project once the modal was closed, even by the same name', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    host.current.broken.add('POST /projects');
    const modal = await openModal();
    for (let count = 1; count <= 2; count += 1) {
      await pressCreate();
      await waitFor(() => expect(host.current.creationKeys).toHaveLength(count));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled());
    }
    await userEvent.click(modal);
    host.current.broken.clear();
    await userEvent.click(screen.getByRole('button', { name: 'Create a new project' }));
    await pressCreate();
    await screen.findByText('The canvas of project 100');
    const [first, repeated, later] = host.current.creationKeys;
    expect(repeated).toBe(first);
    expect(later).not.toBe(first);
  });

  it('tells a member at the limit of projects so, and the typed name stays [USAGE-7]', async () => {
    host.current.isFull = true;
    vi.spyOn(console, 'warn').mockReturnValue();
    await openModal();
    await userEvent.type(nameField(), 'Rivers{Enter}');
    expect(await screen.findByText('You have reached your limit')).toBeInTheDocument();
    expect(nameField()).toHaveValue('Rivers');
  });
});
