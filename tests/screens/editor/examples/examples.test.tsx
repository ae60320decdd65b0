import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import { EmptyCanvas } from '../../../../src/screens/editor/examples/EmptyCanvas';
import { onAnnouncement } from '../../../../src/ui/live/announce';
import { TestEditor } from '../../../support/TestEditor';

it.each([
  ['ko', ['첫 물길', '계절을 바꿔 보기', '한 걸음씩 고치기'], '‘한 걸음씩 고치기’ 예시를 열었어요.'],
  ['en', ['A first flow', 'A variation study', 'A picture in steps'], 'The example ‘A picture in steps’ is open.'],
] as const)(
  'an empty canvas offers flows in %s; one press adds one, and one undo removes it [EXAMPLE-1]',
  async (...given) => {
    const [lng, names, opened] = given;
    startI18n(lng);
    const heard: string[] = [];
    const stop = onAnnouncement((words) => heard.push(words));
    const editor = TestEditor.with({});
    const onAdded = vi.fn<() => void>();
    render(<EmptyCanvas flow={editor.flow} onAdded={onAdded} />);

    for (const name of names) expect(await screen.findByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
    screen.getByRole('button', { name: new RegExp(`^${names[2]}`) }).focus();
    await userEvent.keyboard('{Enter}');
    expect(editor.nodes).toHaveLength(6);
    expect(screen.queryByRole('button')).toBeNull();
    expect([onAdded.mock.calls.length, heard]).toEqual([1, [opened]]);

    act(() => editor.engine.undo());
    expect(await screen.findByRole('button', { name: new RegExp(`^${names[0]}`) })).toBeVisible();
    stop();
  },
);
