import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../src/i18n/startI18n';
import { MINA, useFakeHost } from './support/FakeHost';
import { memoryRecords, openApp } from './support/openApp';

const host = useFakeHost();

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  host.current.member = MINA;
});

const signOuts = (): number => host.current.calls.filter(({ call }) => call === 'POST /auth/logout').length;

/** A conflict copy of project 7 waits on this device, and the server does not accept it. */
async function askWithWork(): Promise<ReturnType<typeof memoryRecords>> {
  const records = memoryRecords();
  const snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
  await records.setAll({ 'kept/7/m1/k1': { name: 'Rivers (2)', snapshot } });
  host.current.broken.add('POST /projects');
  openApp('/', records);
  await screen.findByText('Hello Mina');
  await userEvent.click(screen.getByRole('button', { name: 'Account of Mina' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('dialog', { name: 'Some work is not saved yet' });
  return records;
}

const choose = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const visitorsHome = () => screen.findByRole('link', { name: 'Log in' });

describe('work that only this device has, before a sign-out', () => {
  it('is listed, and a person who changes their mind is not signed out [FORGET-3]', async () => {
    await askWithWork();
    expect(within(screen.getByRole('dialog')).getByRole('listitem')).toHaveTextContent('Untitled');
    await choose('Cancel');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect([signOuts(), screen.queryByText('Hello Mina') !== null]).toEqual([0, true]);
  });

  it('stays here where it is left', async () => {
    const records = await askWithWork();
    await choose('Leave it here and sign out');
    await visitorsHome();
    expect(await records.keys()).toEqual(['kept/7/m1/k1']);
  });

  it('is waited for, and the sign-out follows by itself', async () => {
    const records = await askWithWork();
    await choose('Sign out when saved');
    expect(screen.getByText(/^Waiting for the server/)).toBeVisible();
    host.current.broken.clear();
    await visitorsHome();
    expect(host.current.bodyOf('POST /projects')).toMatchObject({ name: 'Rivers (2)' });
    expect(await records.keys()).toEqual([]);
  });

  it.each([
    ['cancels', () => choose('Cancel')],
    ['presses Escape', () => userEvent.keyboard('{Escape}')],
  ])('signs nobody out who %s while it is being saved', async (_how, change) => {
    const records = await askWithWork();
    host.current.broken.clear();
    host.current.slow.add('POST /projects');
    await choose('Sign out when saved');
    await waitFor(() => expect(host.current.bodyOf('POST /projects')).toBeDefined());
    await change();
    await waitFor(async () => expect(await records.keys()).not.toContain('kept/7/m1/k1'));
    expect([signOuts(), screen.queryByText('Hello Mina') !== null]).toEqual([0, true]);
  });

  it('is taken as a file, and only then removed from here', async () => {
    const records = await askWithWork();
    const files: Blob[] = [];
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    expect(screen.queryByRole('button', { name: 'Remove it here and sign out' })).not.toBeInTheDocument();
    await choose('Save as a file');
    await choose('Remove it here and sign out');
    await visitorsHome();
    expect(await files[0]?.text()).toContain('Rivers (2)');
    expect(await records.keys()).toEqual([]);
  });

  it('cannot be left here where this page alone has it, before it is in a file [FORGET-3]', async () => {
    host.current.projects = [{ projectId: 7, name: 'Rivers', updatedAt: '2026-01-01T00:00:00.000Z', thumbnail: null }];
    const full = new DOMException('full', 'QuotaExceededError');
    vi.spyOn(Storage.prototype, 'setItem').mockThrow(full);
    const stores = openApp('/', { ...memoryRecords(), setAll: vi.fn().mockRejectedValue(full) });
    await screen.findByText('Hello Mina');
    const session = stores.openProject(7);
    await waitFor(() => expect(session.status).toBe('ready'), { timeout: 10_000 });
    session.open?.editor.addNode('note', null, { x: 0, y: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Account of Mina' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Some work is not saved yet' }, { timeout: 10_000 });
    expect(dialog).toHaveTextContent(/This device could not keep the latest work in Rivers/);
    expect(dialog).not.toHaveTextContent(/leave it on this device/);
    expect(screen.queryByRole('button', { name: 'Leave it here and sign out' })).not.toBeInTheDocument();
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    await choose('Save as a file');
    await choose('Leave it here and sign out');
    await visitorsHome();
  });

  it('stays, and the person too, when the server cannot be told of the sign-out', async () => {
    host.current.broken.add('POST /auth/logout');
    const records = await askWithWork();
    await choose('Leave it here and sign out');
    expect(await screen.findByRole('alert')).toHaveTextContent('Signing out did not work. Please try again.');
    expect(await records.keys()).toContain('kept/7/m1/k1');
  });

  it('is listed in Korean', async () => {
    startI18n('ko');
    const records = memoryRecords();
    await records.setAll({ 'name/7/m1': '한강' });
    host.current.broken.add('PUT /projects/7/name');
    openApp('/', records);
    await userEvent.click(await screen.findByRole('button', { name: 'Mina님의 계정' }));
    await userEvent.click(screen.getByRole('button', { name: '로그아웃' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog).toHaveTextContent('아직 저장하지 못한 작업이 있어요'));
    expect(within(dialog).getByRole('button', { name: '이 기기에 남겨 두고 로그아웃' })).toBeVisible();
  });
});
