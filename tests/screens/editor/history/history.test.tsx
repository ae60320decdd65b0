import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { en } from '../../../../src/i18n/en';
import { ko } from '../../../../src/i18n/ko';
import { startI18n } from '../../../../src/i18n/startI18n';
import { HistoryButton } from '../../../../src/screens/editor/history/HistoryButton';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { Desk } from '../../../stores/support/Desk';
import { failure } from '../../../stores/support/FakeProjects';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';

let desk: Desk;
let open: OpenEditor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'the beginning'), art('art')], [pipe('idea', 'art')]));
  open = await desk.edit(7);
});

const MINUTE_MS = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const idea = (): unknown => open.editor.document.node('idea')?.data.value;
const say = (value: string): void => open.editor.apply([{ type: 'setData', id: 'idea', data: { value } }]);

/** Presses the clock in the top bar. */
async function openHistory(title = 'Version history'): Promise<HTMLElement> {
  render(
    <StoresProvider stores={desk.stores}>
      <HistoryButton open={open} />
    </StoresProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: title }));
  return screen.findByRole('dialog', { name: title });
}
const said = (text: string): Promise<void> =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text));

describe('the version history', () => {
  it('that is opened by a key or from the toolbar is the one that the clock in the top bar opens', async () => {
    const sheet = await openHistory();
    await userEvent.type(sheet, '{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const clock = screen.getByRole('button', { name: 'Version history' });
    expect(clock).toHaveAttribute('aria-expanded', 'false');
    act(() => open.versions.setShown(true));
    expect(await screen.findByRole('dialog', { name: 'Version history' })).toBeVisible();
    expect(clock).toHaveAttribute('aria-expanded', 'true');
  });

  it('lists the versions by day, with why they were made and how long ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) });
    try {
      desk.versions.put(7, 'session', '', new Date(2025, 5, 3, 9).toISOString());
      desk.versions.put(7, 'kept', 'Shown to the client', ago(24 * 60 * MINUTE_MS));
      desk.versions.put(7, 'session', '', ago(3 * 60 * MINUTE_MS));
      desk.versions.put(7, 'interval', '', ago(5 * MINUTE_MS));
      await openHistory();
      const today = await screen.findByRole('region', { name: 'Today' });
      expect(
        within(today)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['While editing5 minutes ago', 'Start of editing3 hours ago']);
      const yesterday = within(screen.getByRole('region', { name: 'Yesterday' }));
      expect(yesterday.getByRole('listitem')).toHaveTextContent(
        'Shown to the client11/20 3:30 PMStays until you delete it',
      );
      expect(screen.getByRole('region', { name: '2025/6/3' })).toHaveTextContent('Start of editing1 year ago');
    } finally {
      vi.useRealTimers();
    }
  });

  it('says what will be in it while it is empty, and in Korean too', async () => {
    startI18n('ko');
    const sheet = await openHistory('버전 기록');
    expect(await within(sheet).findByText(/아직 버전이 없어요/)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: '지금 상태 남겨 두기' })).toBeEnabled();
  });

  it('keeps the current state under a name, with the last typed words', async () => {
    say('typed last');
    const sheet = await openHistory();
    await userEvent.type(within(sheet).getByRole('textbox', { name: 'Name (optional)' }), ' Monday {Enter}');
    await said('This state is kept.');
    expect(within(sheet).getByRole('textbox', { name: 'Name (optional)' })).toHaveValue('');
    expect(within(sheet).getByRole('listitem')).toHaveTextContent('Monday');
    expect(desk.versions.stored[0]).toMatchObject({
      version: { name: 'Monday', kind: 'kept' },
      snapshot: { nodes: [{ data: { value: 'typed last' } }, {}] },
    });
    // The sentence is about this version, not about the one that is viewed next.
    await userEvent.click(within(sheet).getByRole('button', { name: /^View Monday/ }));
    expect(screen.queryByText('This state is kept.')).toBeNull();
  });

  it('shows a version before it is restored, and keeps the present in front of it', async () => {
    desk.versions.put(7, 'session');
    act(() => {
      say('what came later');
      open.editor.apply([{ type: 'addNode', node: prompt('more') }]);
    });
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^View Start of editing/ }));
    const look = within(screen.getByRole('region', { name: /^Start of editing/ }));
    expect(await look.findByText('2 nodes')).toBeVisible();
    expect(look.getByRole('application')).toBeVisible();
    expect(look.getByText(/is kept as a version first/)).toBeVisible();
    expect(idea()).toBe('what came later');
    expect(look.getByRole('button', { name: 'Back to the current state' })).toHaveFocus();
    // Escape leaves the preview alone.
    expect(screen.getByRole('button', { name: 'Close' })).not.toHaveAttribute('aria-keyshortcuts');

    await userEvent.click(look.getByRole('button', { name: 'Restore this version' }));
    await said('Restored. The state before is the newest version in the list.');
    expect(idea()).toBe('the beginning');
    expect(screen.queryByRole('region', { name: /^Start of editing/ })).not.toBeInTheDocument();
    expect(within(sheet).getAllByRole('listitem')[0]).toHaveTextContent('Before a restore');
  });

  it('touches nothing that is only looked at', async () => {
    desk.versions.put(7, 'session');
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^View/ }));
    const stage = await screen.findByRole('application');
    stage.focus();
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the current state' }));
    await desk.clock.pass(5000);
    expect(open.editor.document.allNodes()).toHaveLength(2);
    expect(desk.projects.patches).toEqual([]);
    expect(desk.versions.stored).toHaveLength(1);
  });

  it('is renamed in place: Enter keeps the name, Escape the old one', async () => {
    desk.versions.put(7, 'interval', '', ago(0));
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Name While editing/ }));
    await userEvent.type(await within(sheet).findByRole('textbox', { name: 'Name of the version' }), 'a slip{Escape}');
    expect(within(sheet).getByRole('listitem')).toHaveTextContent('While editing');
    expect(sheet).toBeVisible();

    await userEvent.click(within(sheet).getByRole('button', { name: /^Name While editing/ }));
    await userEvent.type(
      await within(sheet).findByRole('textbox', { name: 'Name of the version' }),
      'First draft{Enter}',
    );
    await said('The version was named.');
    expect(within(sheet).getByRole('listitem')).toHaveTextContent('First draftJust nowStays until you delete it');
    await waitFor(() => expect(within(sheet).getByRole('button', { name: /^Name First draft/ })).toHaveFocus());
  });

  it('takes each name that is typed while another one is on its way, and a second press once', async () => {
    desk.versions.put(7, 'kept', 'one');
    desk.versions.put(7, 'kept', 'two');
    const sheet = await openHistory();
    const rename = desk.versions.rename;
    const answers: (() => void)[] = [];
    const isSent = new Promise<void>((resolve) => answers.push(resolve));
    vi.spyOn(desk.versions, 'rename').mockImplementationOnce(async (...asked) => {
      await isSent;
      return rename(...asked);
    });
    for (const name of ['one', 'two']) {
      await userEvent.click(await within(sheet).findByRole('button', { name: new RegExp(`^Name ${name}`) }));
      await userEvent.type(await within(sheet).findByRole('textbox', { name: 'Name of the version' }), ' more{Enter}');
    }
    const keptName = within(sheet).getByRole('textbox', { name: 'Name (optional)' });
    await userEvent.type(keptName, 'three{Enter}{Enter}');
    await userEvent.type(keptName, ' and four');
    for (const answer of answers) answer();
    await said('This state is kept.');
    expect(desk.versions.stored.map(({ version }) => version.name)).toEqual(['three', 'two more', 'one more']);
    expect(keptName).toHaveValue('three and four');
  });

  it('keeps no name at the Enter that ends a Hangul syllable, as Safari sends it', async () => {
    desk.versions.put(7, 'interval', '', ago(0));
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Name While editing/ }));
    const field = await within(sheet).findByRole('textbox', { name: 'Name of the version' });
    await userEvent.type(field, '첫 초안');
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(field).toHaveFocus();
    await userEvent.type(field, ' 둘{Enter}');
    await said('The version was named.');
    expect(desk.versions.stored.map(({ version }) => version.name)).toEqual(['첫 초안 둘']);
  });

  it('deletes only after a second word', async () => {
    desk.versions.put(7, 'kept', 'Monday');
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Delete Monday/ }));
    const question = within(within(sheet).getByRole('group', { name: 'Delete this version for good?' }));
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(within(sheet).getByRole('button', { name: /^Delete Monday/ })).toHaveFocus());
    expect(desk.versions.stored).toHaveLength(1);

    await userEvent.click(within(sheet).getByRole('button', { name: /^Delete Monday/ }));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Delete' }));
    await said('The version was deleted.');
    expect(within(sheet).queryByRole('listitem')).not.toBeInTheDocument();
    expect(desk.versions.stored).toEqual([]);
  });

  it('says why nothing can be done offline, and goes on when the connection is back', async () => {
    desk.versions.put(7, 'session');
    desk.network.set(false);
    const sheet = await openHistory();
    expect(within(sheet).getByText(/^You are offline/)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: 'Keep this state' })).toBeDisabled();
    act(() => desk.network.set(true));
    expect(await within(sheet).findByRole('listitem')).toBeVisible();
    expect(within(sheet).getByRole('button', { name: 'Keep this state' })).toBeEnabled();
  });

  it('says that it could not be read, and tries again', async () => {
    desk.versions.put(7, 'session');
    desk.projects.outage = { status: 500 };
    const sheet = await openHistory();
    const alert = await within(sheet).findByRole('alert');
    desk.projects.outage = null;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await within(sheet).findByRole('listitem')).toBeVisible();
  });

  it('asks to sign in where the session has ended, and goes on afterwards', async () => {
    desk.versions.put(7, 'session');
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Name Start of editing/ }));
    desk.projects.outage = { status: 401 };
    await userEvent.type(await within(sheet).findByRole('textbox', { name: 'Name of the version' }), 'Monday{Enter}');
    await said('Your session has ended. Sign in to see the versions.');
    const alert = within(sheet).getByRole('alert');
    expect(within(alert).getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank');
    expect(within(sheet).getByRole('button', { name: 'Keep this state' })).toBeDisabled();

    desk.projects.outage = null;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(within(sheet).queryByRole('alert')).not.toBeInTheDocument());
    expect(within(sheet).getByRole('button', { name: 'Keep this state' })).toBeEnabled();
  });

  it('asks to sign in for a look too, where the session has ended since the list was read', async () => {
    desk.versions.put(7, 'session');
    const read = vi.spyOn(desk.versions, 'read').mockRejectedValue(failure(401));
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^View Start of editing/ }));
    const look = screen.getByRole('region', { name: /^Start of editing/ });
    expect(await within(look).findByRole('link', { name: 'Sign in' })).toBeVisible();
    read.mockRestore();
    await userEvent.click(within(look).getByRole('button', { name: 'Try again' }));
    expect(await within(look).findByText('2 nodes')).toBeVisible();
    await waitFor(() => expect(within(sheet).queryByRole('alert')).not.toBeInTheDocument());
  });

  it('says when the present cannot be saved first, and leaves it', async () => {
    desk.versions.put(7, 'session');
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^View/ }));
    await screen.findByText('2 nodes');
    act(() => say('not on the server'));
    desk.projects.outage = { status: 503 };
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    await said('Your last changes are not saved yet. Try again when the top bar says “Saved”.');
    expect(idea()).toBe('not on the server');
  });

  it('says when there is no room for another version, and keeps the name that was typed', async () => {
    const sheet = await openHistory();
    const name = within(sheet).getByRole('textbox');
    await userEvent.type(name, 'Monday');
    desk.projects.troubles = [{ status: 413, code: 'quota' }];
    await userEvent.click(within(sheet).getByRole('button', { name: 'Keep this state' }));
    await said(en.history.full);
    desk.projects.troubles = [{ status: 507, code: 'diskFull' }];
    await userEvent.click(within(sheet).getByRole('button', { name: 'Keep this state' }));
    await said(en.history.serverFull);
    expect(name).toHaveValue('Monday');
    expect(en.history.full).toContain(`${en.shell.quotaTitle}. ${en.shell.quotaContent}`);
    expect(ko.history.full).toContain(`${ko.shell.quotaTitle}. ${ko.shell.quotaContent}`);
  });

  it('that is closed before a restore has ended leaves its outcome to a notice', async () => {
    desk.versions.put(7, 'session');
    render(<Toasts />);
    const sheet = await openHistory();
    const answers: (() => void)[] = [];
    const isAnswered = new Promise<void>((resolve) => answers.push(resolve));
    vi.spyOn(desk.versions, 'restore').mockImplementationOnce(async () => {
      await isAnswered;
      throw failure(413, undefined, 'quota');
    });
    await userEvent.click(await within(sheet).findByRole('button', { name: /^View/ }));
    await screen.findByText('2 nodes');
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back to the current state' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(sheet).not.toBeInTheDocument();
    for (const answer of answers) answer();
    expect(await screen.findByRole('alert')).toHaveTextContent(en.history.full);
  });

  it('calls the version that is looked at by its new name', async () => {
    desk.versions.put(7, 'interval');
    const sheet = await openHistory();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^View While editing/ }));
    await userEvent.click(within(sheet).getByRole('button', { name: /^Name While editing/ }));
    await userEvent.type(await within(sheet).findByRole('textbox', { name: 'Name of the version' }), 'Draft{Enter}');
    expect(await screen.findByRole('region', { name: /^Draft/ })).toBeVisible();
  });

  it('closes by its button, and gives the focus back to the clock', async () => {
    const sheet = await openHistory();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    expect(sheet).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Version history' })).toHaveFocus();
  });
});
